import {
  consoleBannerSet,
  consoleCategoryAdd,
  consoleCategoryList,
  consoleCategoryOrder,
  consoleCategorySet,
  consolePeopleRename,
} from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { Corrections } from '../corrections/corrections.ts'

/** Corrections of categories, banners and people as calls of operators' programs. */
export function mountConsoleSite(registry: CallRegistry, { site }: Corrections): void {
  mountCall(registry, consoleCategoryList, async () => ({ list: await site.categories() }))
  mountCall(registry, consoleCategoryAdd, async ({ send, viewer, refuse }) => {
    const done = await site.addCategory(viewer.name, send)
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleCategorySet, async ({ send: { id, ...fields }, viewer, refuse }) => {
    const done = await site.setCategory(viewer.name, id, fields)
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleCategoryOrder, async ({ send: { ids }, viewer, refuse }) => {
    const done = await site.orderCategories(viewer.name, ids)
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consoleBannerSet, async ({ send: { ids }, viewer, refuse }) => {
    const done = await site.setBanners(viewer.name, ids)
    return typeof done === 'string' ? refuse(done) : done
  })
  mountCall(registry, consolePeopleRename, async ({ send: { from, to, lock }, viewer, refuse }) => {
    const done = await site.renamePerson(viewer.name, from, to, lock)
    return typeof done === 'string' ? refuse(done) : done
  })
}
