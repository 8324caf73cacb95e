import { indexApk } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { siteChanged } from '../site-events.ts'
import type { SiteParts } from '../site-needs.ts'

export function mountIndexApk(registry: CallRegistry, { store }: SiteParts): void {
  mountCall(
    registry,
    indexApk,
    async () => {
      const { apk_uri: uri, apk_version: version, apk_size: size, apk_notes: notes } = await store.read()
      return { apk: uri === '' ? null : { uri, version, size, notes } }
    },
    { cachedUntil: [siteChanged] },
  )
}
