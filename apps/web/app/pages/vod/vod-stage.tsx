import type { TitleDetail } from '@yunmu/contract'
import { useMemo } from 'react'
import { FilmAds } from '../../domains/ads/film-ads.tsx'
import { useDanmaku } from '../../domains/danmaku/use-danmaku.ts'
import { PlayerFrame } from '../../player/chrome/player-frame.tsx'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { PhoneTabs } from './phone-tabs.tsx'
import { AmbientLight } from './ambient-light.tsx'
import { UpcomingEpisode } from './upcoming-episode.tsx'
import type { Vod } from './use-vod.ts'
import { VodPanel } from './vod-panel.tsx'
import styles from './vod-stage.module.css'

/** Dark area with the player, the danmaku bar and, if there is room, the panel. */
export function VodStage({ player, detail, vod }: { player: PlayerHandle; detail: TitleDetail; vod: Vod }) {
  const danmaku = useDanmaku(player, { kind: 'vod', id: detail.id, level: vod.panel.level })
  const { airAtSec, metadata, actions } = vod
  const instead = useMemo(
    () => airAtSec !== null && <UpcomingEpisode key={detail.id} {...{ detail, airAtSec, metadata, actions }} />,
    [detail, airAtSec, metadata, actions],
  )
  return (
    <div className={styles.stage} data-wide={vod.actions.isWide || undefined}>
      <AmbientLight thumb={detail.thumb} />
      <div className={styles.inner}>
        <div className={styles.player}>
          <PlayerFrame
            player={player}
            metadata={vod.metadata}
            actions={vod.actions}
            danmaku={danmaku?.chrome ?? null}
            instead={instead}
            above={<FilmAds player={player} category={detail.pidId} />}
          />
        </div>
        <div className={styles.foot}>
          {danmaku && (
            <>
              <danmaku.parts.DanmakuBar room={danmaku.room} />
              <danmaku.parts.PhoneRow room={danmaku.room}>
                <PhoneTabs titleId={detail.id} />
              </danmaku.parts.PhoneRow>
            </>
          )}
        </div>
        <div className={styles.panel}>
          <div className={styles.panelBox}>
            <VodPanel player={player} detail={detail} vod={vod} danmaku={danmaku} />
          </div>
        </div>
      </div>
    </div>
  )
}
