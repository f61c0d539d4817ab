import { authenticate } from "../authentication"

export default async function Page() {
  const { status } = await authenticate()
  return <p>{`You are ${status}.`}</p>
}
