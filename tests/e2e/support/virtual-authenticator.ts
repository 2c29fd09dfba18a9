import type { Page } from '@playwright/test';

export interface VirtualAuthenticator {
  count(): Promise<number>;
  /** Whether later user verification succeeds. */
  recognizesOwner(is: boolean): Promise<void>;
}

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
    recognizesOwner: async (is) => {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: is });
    },
  };
}

/** Offers passkeys only on request from the next page on, because a virtual user picks at once. */
export async function offerOnlyWhenAsked(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}
