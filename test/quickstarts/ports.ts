/** Ports that the quick starts use. They must be free when the quick starts run. */
import { connect } from "node:net"

/** Returns the local ports in a string. */
export const portsIn = (page: string): ReadonlyArray<number> => [
  ...new Set([...page.matchAll(/\b(?:localhost|127\.0\.0\.1):(\d+)/g)].map(([, port]) => Number(port)))
]

/** Returns the ports that are in use. */
export const takenOf = async (ports: ReadonlyArray<number>): Promise<ReadonlyArray<number>> => {
  const taken = await Promise.all(ports.map(isTaken))
  return ports.filter((_, index) => taken[index])
}

/** Whether a server listens on the port, at either address of `localhost`. */
const isTaken = async (port: number): Promise<boolean> =>
  (await Promise.all(["127.0.0.1", "::1"].map((host) => answers(host, port)))).includes(true)

const answers = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port })
    socket.once("connect", () => {
      socket.destroy()
      resolve(true)
    })
    socket.once("error", () => resolve(false))
  })
