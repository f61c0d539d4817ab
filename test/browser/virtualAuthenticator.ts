/** Virtual passkey devices in Chromium. */
import type { CDPSession, Page } from "playwright-core"

export interface DeviceOptions {
  /**
   * Whether the device verifies its user with a screen lock or a PIN.
   * @default true
   */
  readonly verifies?: boolean
  /**
   * Whether the device stores passkeys. If not, it works only as a second factor.
   * @default true
   */
  readonly keeps?: boolean
  /**
   * Whether the device is built in, or a security key.
   * @default "internal"
   */
  readonly transport?: "internal" | "usb"
  /** Whether the user touches the device on request. @default true */
  readonly present?: boolean
}

export interface Device {
  /** Ids of the device's passkeys, in base64. */
  readonly passkeys: () => Promise<ReadonlyArray<string>>
  /** Sets whether user verification succeeds. */
  readonly recognises: (is: boolean) => Promise<void>
  /** Sets whether the user touches the device on request. */
  readonly touches: (does: boolean) => Promise<void>
  readonly unplug: () => Promise<void>
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

const sessionOf = (page: Page) => {
  const open = async () => {
    const session = await page.context().newCDPSession(page)
    await session.send("WebAuthn.enable")
    return session
  }
  const session = sessions.get(page) ?? open()
  sessions.set(page, session)
  return session
}

/** Adds a device to a page. By default, its user agrees to every request. */
export const plugIn = async (
  page: Page,
  { keeps = true, present = true, transport = "internal", verifies = true }: DeviceOptions = {}
): Promise<Device> => {
  const session = await sessionOf(page)
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport,
      hasResidentKey: keeps,
      hasUserVerification: verifies,
      isUserVerified: verifies,
      automaticPresenceSimulation: present
    }
  })
  return {
    passkeys: async () =>
      (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials.map((each) => each.credentialId),
    recognises: async (is) => {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: is })
    },
    touches: async (does) => {
      await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: does })
    },
    unplug: async () => {
      await session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId })
    }
  }
}
