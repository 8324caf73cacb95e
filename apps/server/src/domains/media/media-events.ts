import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** A version of an asset was published, or the asset failed: cached data about it is stale. */
export const assetSettled = defineEvent(
  'media.assetSettled',
  z.object({ assetId: z.int(), state: z.enum(['ready', 'broken']), durationMs: z.int() }),
)
export type AssetSettled = z.output<(typeof assetSettled)['detail']>

/** Portraits were deleted, by the names in their addresses; they must not be served any more. */
export const portraitsRemoved = defineEvent('media.portraitsRemoved', z.object({ names: z.array(z.string()) }))

/** Assets and their files were deleted. */
export const assetsRemoved = defineEvent('media.assetsRemoved', z.object({ ids: z.array(z.int()) }))
