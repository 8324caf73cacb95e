import {
  consoleEpisodeDelete,
  consoleEpisodeMove,
  consoleEpisodeSet,
  consoleSourceDelete,
  consoleSourceOrder,
  consoleSourceRename,
} from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { Corrections } from '../corrections/corrections.ts'

/** Corrections of episodes and lines as calls of operators' programs. */
export function mountConsolePlaces(registry: CallRegistry, { places }: Corrections): void {
  mountCall(registry, consoleEpisodeSet, async ({ send: { at, lock, ...given }, viewer, refuse }) => {
    const { name, vip, introSec, outroSec } = given
    const fields = {
      ...(name === undefined ? {} : { name }),
      ...(vip === undefined ? {} : { vip }),
      ...(introSec === undefined ? {} : { introSec }),
      ...(outroSec === undefined ? {} : { outroSec }),
    }
    const done = await places.setEpisode(viewer.name, at, fields, lock)
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleEpisodeMove, async ({ send: { at, to }, viewer, refuse }) => {
    const done = await places.moveEpisode(viewer.name, at, to)
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleEpisodeDelete, async ({ send: { at }, viewer, refuse }) => {
    const done = await places.deleteEpisode(viewer.name, at)
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleSourceRename, async ({ send: { titleId, name, to }, viewer, refuse }) => {
    const done = await places.renameSource(viewer.name, titleId, name, to)
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleSourceOrder, async ({ send: { titleId, names }, viewer, refuse }) => {
    const done = await places.orderSources(viewer.name, titleId, names)
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleSourceDelete, async ({ send: { titleId, name }, viewer, refuse }) => {
    const done = await places.deleteSource(viewer.name, titleId, name)
    return typeof done === 'string' ? refuse(done) : done
  })
}
