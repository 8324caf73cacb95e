import * as z from 'zod/mini'
import { defineEvent } from '../../platform/events/events.ts'

/** A version of an asset was published, or the asset failed: what was kept of it is stale. */
export const assetSettled = defineEvent(
  'media.assetSettled',
  z.object({ assetId: z.int(), state: z.enum(['ready', 'broken']), durationMs: z.int() }),
)
export type AssetSettled = z.output<(typeof assetSettled)['detail']>

/** Portraits are gone, by the names in their addresses: nobody may see them any more. */
export const portraitsRemoved = defineEvent('media.portraitsRemoved', z.object({ names: z.array(z.string()) }))

/** Assets and their files are gone. */
export const assetsRemoved = defineEvent('media.assetsRemoved', z.object({ ids: z.array(z.int()) }))
