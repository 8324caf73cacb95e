import type { TitleDetail } from '@yunmu/contract'
import { EpisodePanel } from '../../domains/media/episode-panel.tsx'
import { PlayerFrame } from '../../player/chrome/player-frame.tsx'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { RoomLight } from './room-light.tsx'
import type { Vod } from './use-vod.ts'
import styles from './vod-stage.module.css'

/** The dark band with the player and, where there is room, everything to choose from beside it. */
export function VodStage({ player, detail, vod }: { player: PlayerHandle; detail: TitleDetail; vod: Vod }) {
  return (
    <div className={styles.stage} data-wide={vod.actions.isWide || undefined}>
      <RoomLight thumb={detail.thumb} />
      <div className={styles.inner}>
        <div className={styles.player}>
          <PlayerFrame player={player} about={vod.about} actions={vod.actions} />
        </div>
        <div className={styles.panel}>
          <div className={styles.panelBox}>
            <EpisodePanel detail={detail} {...vod.panel} />
          </div>
        </div>
      </div>
    </div>
  )
}
