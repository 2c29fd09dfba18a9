import type { MessagePlace } from '@oinkly/contract/messages';
import { routes } from '@oinkly/contract/routes';
import type { RouteInput } from '@oinkly/contract/endpoints';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { loadOrSay } from '../../shared/http/query-client.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { toast } from '../../shared/ui/toast-store.ts';

/** The user's places that get messages. Reloaded whenever the page opens, because messages are sent meanwhile. */
export const messagePlacesQuery = queryOptions({
  queryKey: [routes.listMessagePlaces.path],
  queryFn: () => loadOrSay('We couldn’t load your places.', call('listMessagePlaces')),
  staleTime: 0,
});

type PlaceChange = RouteInput<'changeMessagePlace'>['body'];

/** Saves what `changeOf` makes of the given value and of the place as it is after earlier changes. */
export function useChangePlace<T>(
  id: string,
  changeOf: (value: T, known: MessagePlace) => PlaceChange,
  savedWords?: string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    // One at a time.
    scope: { id: `message-place ${id}` },
    mutationFn: (value: T) => {
      const known = queryClient.getQueryData(messagePlacesQuery.queryKey)?.find((place) => place.id === id);
      if (!known) throw new Error('The list of places is gone');
      return call('changeMessagePlace', { params: { id }, body: changeOf(value, known) });
    },
    onSuccess: (changed) => {
      queryClient.setQueryData<MessagePlace[]>(messagePlacesQuery.queryKey, (places) =>
        places?.map((place) => (place.id === changed.id ? changed : place)),
      );
      if (savedWords !== undefined) toast({ title: savedWords });
    },
    onError: (error) => toastFailure(error, { title: 'Save Failed' }),
  });
}

/** The list has the attempt afterwards. */
export function useTestPlace(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('testMessagePlace', { params: { id } }),
    onError: (error) => toastFailure(error, { title: 'Not sent' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: messagePlacesQuery.queryKey }),
  });
}
