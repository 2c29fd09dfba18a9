import { vi } from 'vitest';

export const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/x';
/** SHA-256 of the endpoint, base64url, computed with openssl. */
export const ENDPOINT_ID = 'JVNF4L7-8zEuC5cesNvMLBX993q1-S3FKPWCJEN1NyY';

/** A browser whose user answers the permission question like this, until the test ends. */
export function aBrowser({
  permission = 'default',
  answer = 'granted',
  isSubscribed = false,
  maxActions,
}: {
  maxActions?: number | undefined;
  permission?: NotificationPermission;
  answer?: NotificationPermission;
  isSubscribed?: boolean;
} = {}) {
  const state = { isSubscribed, keys: [] as unknown[], ended: 0, shown: 1 };
  const subscription = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: vi.fn(async () => {
      state.isSubscribed = false;
      state.ended += 1;
      return true;
    }),
  };
  const registration = {
    pushManager: {
      getSubscription: async () => (state.isSubscribed ? subscription : null),
      subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
        state.isSubscribed = true;
        state.keys.push(applicationServerKey);
        return subscription;
      },
    },
    getNotifications: async () =>
      Array.from({ length: state.shown }, () => ({ close: () => void (state.shown -= 1) })),
  };
  const serviceWorker = {
    ready: Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', {});
  const notification = {
    permission,
    ...(maxActions !== undefined && { maxActions }),
    requestPermission: vi.fn(async () => {
      notification.permission = answer;
      return answer;
    }),
  };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: serviceWorker } }));
  const kept = new Map<string, Response>();
  const cache = {
    put: async (path: string, response: Response) => void kept.set(path, response),
    match: async (path: string) => kept.get(path)?.clone(),
    delete: async (path: string) => kept.delete(path),
    keys: async () => [],
  };
  vi.stubGlobal('caches', { open: async () => cache });
  return { state, notification, registration, subscription };
}
