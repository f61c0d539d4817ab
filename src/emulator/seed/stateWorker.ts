/** Serializes a copy of the store in a worker thread. Started by `stateText.ts`, never imported. */
import { stringify } from "devalue"
import * as v8 from "node:v8"
import { parentPort } from "node:worker_threads"

const port = parentPort!

port.once("message", (copy: Uint8Array) => port.postMessage(stringify(v8.deserialize(copy)), []))
