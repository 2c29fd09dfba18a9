import { routes } from '@oinkly/contract/routes';
import { sharedMapInWords, sharedMapTitle } from '@oinkly/domain/shared-map';
import type { Deps } from '../deps.ts';
import type { OpenLink } from '../../http/link-guess-limit.ts';
import type { DescribedPage } from '../../http/static-site.ts';
import { PICTURE_SIZES } from '../pictures/index.ts';
import { urlOfMap, type SharedMapView } from './sharing.service.ts';

export function sharedMapPage(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  openLink: OpenLink<SharedMapView>,
): DescribedPage {
  return {
    path: /^\/m\/([^/]+)\/?$/,
    describe: async (token, request) => {
      const map = await openLink(token, request);
      const picture = routes.drawSharedMap.path.replace(':token', token);
      return {
        title: sharedMapTitle(map),
        description: map.quip,
        url: urlOfMap(publicUrl, token),
        image: { url: new URL(picture, publicUrl), ...PICTURE_SIZES.link, alt: sharedMapInWords(map) },
      };
    },
  };
}
