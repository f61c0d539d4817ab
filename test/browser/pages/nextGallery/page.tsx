/** `/gallery?parts=useUser,UserButton`: copied into the Next.js example. */
import { Gallery } from "./Gallery.tsx"

export default async function Page({ searchParams }: {
  readonly searchParams: Promise<{ readonly parts?: string }>
}) {
  const { parts = "useUser" } = await searchParams
  return <Gallery names={parts.split(",")} />
}
