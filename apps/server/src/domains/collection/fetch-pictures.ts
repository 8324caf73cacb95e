import { fetchWaitingPictures } from '../../platform/pictures/fetch-waiting-pictures.ts'
import type { CollectionParts } from './collection-parts.ts'
import { waitingPosters } from './picture-store.ts'

/** Fetches the posters that titles wait for. Returns how many came. */
export const fetchPictures = (
  { db, egress, needs, nowSec }: Pick<CollectionParts, 'db' | 'egress' | 'needs' | 'nowSec'>,
  signal: AbortSignal,
): Promise<number> =>
  fetchWaitingPictures(
    { egress, nowSec, store: waitingPosters(db), keep: needs.storePoster, give: needs.titles.setPosters },
    signal,
  )
