/**
 * Returns the code that people compare before they confirm a CLI login: the end of its `login_code`, which both the
 * link and the tool contain. It gives no access, because the polling code stays with the tool.
 */
export const confirmationCode = (loginCode: string): string => loginCode.slice(-6)
