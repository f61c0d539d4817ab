/** Transforms the claims of access tokens. Loads no Effect. */

export const dateOfSeconds = (seconds: number): Date => new Date(seconds * 1000)

export const secondsOf = (date: Date): number => date.getTime() / 1000

type Raw = { readonly [claim: string]: unknown }

/** Adds the claims as the platform's other revision spells them. */
export const spelledLater = ({ branchId, refreshTokenId, ...claims }: Raw): Raw => ({
  ...(branchId !== undefined && { branch_id: branchId }),
  ...(refreshTokenId !== undefined && { refresh_token_id: refreshTokenId }),
  is_anonymous: claims["role"] === "anon",
  ...claims
})

export const spelledBothWays = (claims: Raw): Raw => ({
  ...claims,
  ...(claims["branch_id"] !== undefined && { branchId: claims["branch_id"] }),
  ...(claims["refresh_token_id"] !== undefined && { refreshTokenId: claims["refresh_token_id"] })
})
