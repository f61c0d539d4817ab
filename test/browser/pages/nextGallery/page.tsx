/** `/gallery?parts=useUser,UserButton`: copied into the example of Next.js. */
import { Gallery } from "./Gallery.tsx"

export default async function Page({ searchParams }: {
  readonly searchParams: Promise<{ readonly parts?: string }>
}) {
  const { parts = "useUser" } = await searchParams
  return <Gallery names={parts.split(",")} />
}
