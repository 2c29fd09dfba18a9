import { routes } from '@oinkly/contract/routes';
import { PRODUCT_NAME } from '@oinkly/contract/product';
import { queryOptions } from '@tanstack/react-query';
import { call, callFile, urlOf } from '../../shared/http/call.ts';

export type PictureFormat = 'story' | 'link';

/** The link of the user's map and the map it shows. Reloaded whenever the dialog opens. */
export const mapShareQuery = queryOptions({
  queryKey: [routes.getMapShare.path],
  queryFn: () => call('getMapShare'),
  staleTime: 0,
});

export function mapPictureQuery(format: PictureFormat) {
  return queryOptions({
    queryKey: [urlOf('drawMap', { query: { format } })],
    queryFn: async () => {
      const blob = await callFile('drawMap', { query: { format } });
      const file = new File([blob], `${PRODUCT_NAME.toLowerCase()}-map-${format}.png`, { type: 'image/png' });
      return { file, src: await dataUrlOf(file) };
    },
    gcTime: 0,
  });
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
