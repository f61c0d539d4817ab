/**
 * What people compare before they let a command line tool in: the end of its `login_code`, which the link carries and
 * the tool knows. It opens nothing; the polling code stays with the tool.
 */
export const confirmationCode = (loginCode: string): string => loginCode.slice(-6)
