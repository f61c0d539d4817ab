/** Loads the code that a client with promises loads for its first call: in a simulation, no call waits for a file. */
import "../../flows/index.ts"
import "../../promise/clientCalls.ts"
