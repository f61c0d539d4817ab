/** The quick start with Next.js: shown while a page waits for who is signed in. */
export default function Loading() {
  return <p role="status">One moment …</p>
}
