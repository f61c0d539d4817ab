/** Media type of problem details: RFC 9457 §6.1. Loads no Effect. */
export const problemType = "application/problem+json"
