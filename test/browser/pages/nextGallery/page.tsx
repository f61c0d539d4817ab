/** The page `/gallery?parts=useUser,UserButton`. A test copies it into the Next.js example. */
import { Gallery } from "./Gallery.tsx"

export default async function Page({ searchParams }: {
  readonly searchParams: Promise<{ readonly parts?: string }>
}) {
  const { parts = "useUser" } = await searchParams
  return <Gallery names={parts.split(",")} />
}
