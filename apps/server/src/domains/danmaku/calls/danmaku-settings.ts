import { danmakuSettings, DanmakuSettings, danmakuSettingsSave } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { DanmakuParts } from '../danmaku-needs.ts'

export function mountDanmakuSettings(book: CallBook, { store }: DanmakuParts): void {
  mountCall(book, danmakuSettings, async ({ viewer }) => {
    // The allowed ranges may have become narrower since the settings were stored.
    const stored = DanmakuSettings.safeParse(await store.settings(viewer.id))
    return { settings: stored.success ? stored.data : null }
  })
  mountCall(book, danmakuSettingsSave, async ({ send, viewer }) => {
    await store.saveSettings(viewer.id, send.settings)
    return {}
  })
}
