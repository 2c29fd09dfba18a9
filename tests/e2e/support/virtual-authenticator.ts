import type { Page } from '@playwright/test';

/** A device that keeps passkeys for the pages of one browser. */
export interface VirtualAuthenticator {
  /** How many passkeys are on it. */
  count(): Promise<number>;
  /** Whether its owner is recognised from now on, when it is asked. */
  recognisesOwner(is: boolean): Promise<void>;
}

/** Gives a page a device with a fingerprint reader that finds its owner's finger at once. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () => {
      const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
    recognisesOwner: async (is) => {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: is });
    },
  };
}

/** Makes a page's browser one that offers passkeys only when asked, from the next page on: a virtual authenticator's owner picks at once. */
export async function offerOnlyWhenAsked(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}
