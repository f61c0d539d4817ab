import { LatchkeyHandler } from "latchkey/react/screens"
import { useLocation } from "react-router"

export default function Handler() {
  const { hash, pathname, search } = useLocation()
  return <LatchkeyHandler path={pathname + search + hash} />
}
