/**
 * Loads the code that a promise client loads on its first call, because no call in a simulation may wait for a file.
 */
import "../../flows/index.ts"
import "../../promise/clientCalls.ts"
