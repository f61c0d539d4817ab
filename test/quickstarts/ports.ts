/** The ports that the pages name. Their readers have them free; a machine that runs them has to, too. */
import { connect } from "node:net"

/** The ports of this machine's own addresses that the text names. */
export const portsIn = (page: string): ReadonlyArray<number> => [
  ...new Set([...page.matchAll(/\b(?:localhost|127\.0\.0\.1):(\d+)/g)].map(([, port]) => Number(port)))
]

/** Those on which something answers already. */
export const takenOf = async (ports: ReadonlyArray<number>): Promise<ReadonlyArray<number>> => {
  const taken = await Promise.all(ports.map(isTaken))
  return ports.filter((_, index) => taken[index])
}

/** Whether somebody listens, at either of the addresses that `localhost` may be. */
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
