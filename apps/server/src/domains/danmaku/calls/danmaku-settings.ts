import { danmakuSettings, DanmakuSettings, danmakuSettingsSave } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { DanmakuParts } from '../danmaku-needs.ts'

export function mountDanmakuSettings(registry: CallRegistry, { store }: DanmakuParts): void {
  mountCall(registry, danmakuSettings, async ({ viewer }) => {
    // The allowed ranges may have become narrower since the settings were stored.
    const stored = DanmakuSettings.safeParse(await store.settings(viewer.id))
    return { settings: stored.success ? stored.data : null }
  })
  mountCall(registry, danmakuSettingsSave, async ({ send, viewer }) => {
    await store.saveSettings(viewer.id, send.settings)
    return {}
  })
}
