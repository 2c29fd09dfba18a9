export interface PushContact {
  /** An https or mailto address, as VAPID wants it (RFC 8292). */
  address: string;
  /** Whether someone may answer there. Push services may refuse others. */
  isReachable: boolean;
}

/** No domain of the internet ends like this: RFC 2606, 6761, 6762 and 8375, and what home routers use. */
const PRIVATE_NAMES =
  /(?:^|\.)(?:example|invalid|localhost|local|test|internal|home\.arpa|lan|home|corp|box)\.?$/;
const EXAMPLES = /(?:^|\.)example\.(?:com|net|org)\.?$/;

/**
 * Returns how push services reach the operator: by the email that the operator set, else at the public address if the internet
 * knows it.
 */
export function pushContactOf({
  supportEmail,
  defaultEmail,
  publicUrl,
}: {
  supportEmail: string | null;
  defaultEmail: string;
  publicUrl: URL;
}): PushContact {
  if (supportEmail !== null) {
    const domain = supportEmail.slice(supportEmail.lastIndexOf('@') + 1);
    return { address: `mailto:${supportEmail}`, isReachable: isPublicName(domain) };
  }
  if (publicUrl.protocol === 'https:' && isPublicName(publicUrl.hostname)) {
    return { address: publicUrl.href, isReachable: true };
  }
  return { address: `mailto:${defaultEmail}`, isReachable: false };
}

/** An address is none. */
function isPublicName(name: string): boolean {
  const last = name.replace(/\.$/, '').split('.').at(-1) ?? '';
  return (
    name.includes('.') && /^[a-z][a-z\d-]*$/i.test(last) && !PRIVATE_NAMES.test(name) && !EXAMPLES.test(name)
  );
}
