import type { SendTo } from '../../lib/calls/calls.ts'

/** Call of the strip of a category (0: all): the updates of today, of which the strip shows those around now. */
export const stripCall = (type: number): SendTo<'vodUpdates'> => ({ type, day: '0', page: 1, size: 30 })
