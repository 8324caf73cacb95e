import type { TitleDetail } from '@yunmu/contract'
import { useDanmaku } from '../../domains/danmaku/use-danmaku.ts'
import { PlayerFrame } from '../../player/chrome/player-frame.tsx'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { PhoneTabs } from './phone-tabs.tsx'
import { RoomLight } from './room-light.tsx'
import type { Vod } from './use-vod.ts'
import { VodPanel } from './vod-panel.tsx'
import styles from './vod-stage.module.css'

/** The dark band with the player, what is said about it and, where there is room, everything to choose from beside it. */
export function VodStage({ player, detail, vod }: { player: PlayerHandle; detail: TitleDetail; vod: Vod }) {
  const talk = useDanmaku(player, { kind: 'vod', id: detail.id, level: vod.panel.level })
  return (
    <div className={styles.stage} data-wide={vod.actions.isWide || undefined}>
      <RoomLight thumb={detail.thumb} />
      <div className={styles.inner}>
        <div className={styles.player}>
          <PlayerFrame player={player} metadata={vod.metadata} actions={vod.actions} danmaku={talk?.chrome ?? null} />
        </div>
        <div className={styles.foot}>
          {talk && (
            <>
              <talk.parts.DanmakuBar room={talk.room} />
              <talk.parts.PhoneRow room={talk.room}>
                <PhoneTabs titleId={detail.id} />
              </talk.parts.PhoneRow>
            </>
          )}
        </div>
        <div className={styles.panel}>
          <div className={styles.panelBox}>
            <VodPanel player={player} detail={detail} vod={vod} talk={talk} />
          </div>
        </div>
      </div>
    </div>
  )
}
