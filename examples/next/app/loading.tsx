/** Shown while a page loads the user. */
export default function Loading() {
  return <main className="page" role="status">One moment …</main>
}
