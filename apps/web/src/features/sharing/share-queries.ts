import { routes } from '@oinkly/contract/routes';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call, callFile, urlOf } from '../../shared/http/call.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { toast } from '../../shared/ui/toast-store.ts';

export type SharedThing = 'map' | 'circle';

export type PictureFormat = 'story' | 'link';

/** The link of the user's map and the map it shows. Reloaded whenever the dialog opens. */
export const mapShareQuery = queryOptions({
  queryKey: [routes.getMapShare.path],
  queryFn: () => call('getMapShare'),
  staleTime: 0,
});

/** The link of the user's circle and how much it shows. Reloaded whenever the dialog opens. */
export const circleShareQuery = queryOptions({
  queryKey: [routes.getCircleShare.path],
  queryFn: () => call('getCircleShare'),
  staleTime: 0,
});

const SHARE_KEYS = { map: mapShareQuery.queryKey, circle: circleShareQuery.queryKey };
const DRAW_CALLS = { map: 'drawMap', circle: 'drawCircle' } as const;

/** A shared map as everyone with its link sees it. */
export function sharedMapQuery(token: string) {
  return queryOptions({
    queryKey: [urlOf('getSharedMap', { params: { token } })],
    queryFn: () => call('getSharedMap', { params: { token } }),
  });
}

/** A shared circle as everyone with its link sees it. */
export function sharedCircleQuery(token: string) {
  return queryOptions({
    queryKey: [urlOf('getSharedCircle', { params: { token } })],
    queryFn: () => call('getSharedCircle', { params: { token } }),
  });
}

const pictureKey = (thing: SharedThing) => [routes[DRAW_CALLS[thing]].path];

export function pictureQuery(thing: SharedThing, format: PictureFormat) {
  return queryOptions({
    queryKey: [...pictureKey(thing), format],
    queryFn: async () => {
      const blob = await callFile(DRAW_CALLS[thing], { query: { format } });
      const name = `${PRODUCT_NAME.toLowerCase()}-${thing}-${format}.png`;
      const file = new File([blob], name, { type: 'image/png' });
      return { file, src: await dataUrlOf(file) };
    },
    gcTime: 0,
  });
}

/** A picture that is being drawn may not have the change: its request is dropped. */
export async function redrawPicture(queryClient: QueryClient, thing: SharedThing): Promise<void> {
  await queryClient.cancelQueries({ queryKey: pictureKey(thing) });
  await queryClient.invalidateQueries({ queryKey: pictureKey(thing) });
}

/** Turns a public link on or off. The picture says where the page is. */
export function usePublicLink(thing: SharedThing) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (isOn: boolean) => (isOn ? await switchOn(thing) : await switchOff(thing)),
    onSuccess: (url) => {
      queryClient.setQueryData<{ url: string | null }>(
        SHARE_KEYS[thing],
        (known) => known && { ...known, url },
      );
      void redrawPicture(queryClient, thing);
      if (url === null) toast({ title: 'Public link is off', description: 'The old link no longer works.' });
    },
    onError: (error) => toastFailure(error),
  });
}

async function switchOn(thing: SharedThing): Promise<string> {
  return (await call(thing === 'map' ? 'shareMap' : 'shareCircle')).url;
}

async function switchOff(thing: SharedThing): Promise<null> {
  await call(thing === 'map' ? 'unshareMap' : 'unshareCircle');
  return null;
}

/** The page's security policy allows images only from the site and data URLs. */
function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onloadend = () => {
      if (typeof reader.result === 'string') resolve(reader.result);
      else reject(new Error('The picture could not be read', { cause: reader.error }));
    };
    reader.readAsDataURL(file);
  });
}
