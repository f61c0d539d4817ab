/** The quick start with Next.js: shown while a page loads the user. */
export default function Loading() {
  return <p role="status">One moment …</p>
}
