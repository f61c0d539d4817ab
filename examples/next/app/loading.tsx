/** Shown while a page waits for who is signed in. */
export default function Loading() {
  return <main className="page" role="status">One moment …</main>
}
