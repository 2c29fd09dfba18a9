import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/http/call.ts';
import { currentUserQuery } from '../../shared/http/current-user.ts';
import { toastFailure } from '../../shared/ui/failure-toast.ts';
import { circleShareQuery, redrawPicture } from './share-queries.ts';

/** Saves whether the user's first name may stand on pictures: on those of friends, or on their own (PD-107). */
export function useChoosePictureNames(choice: 'mayBeNamed' | 'signsPictures') {
  const queryClient = useQueryClient();
  return useMutation({
    // One at a time, so that the last choice is stored last.
    scope: { id: 'picture-names' },
    mutationFn: (isNamed: boolean) => call('updateUser', { body: { [choice]: isNamed } }),
    onSuccess: (user) => {
      queryClient.setQueryData(currentUserQuery.queryKey, user);
      void redrawPicture(queryClient, 'map');
      void redrawPicture(queryClient, 'circle');
      void queryClient.invalidateQueries({ queryKey: circleShareQuery.queryKey });
    },
    onError: (error) => toastFailure(error, { title: 'Save Failed' }),
  });
}
