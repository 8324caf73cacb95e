import type { TitleDetail } from '@yunmu/contract'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { LazyComments } from '../../domains/comments/lazy-comments.tsx'
import { EpisodeStrip } from '../../domains/media/episode-strip.tsx'
import { RelatedTitles } from '../../domains/media/related-titles.tsx'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { createPlayer } from '../../player/core/create-player.ts'
import { EarlyStart, type EarlyScripts } from './early-start.tsx'
import { useVod } from './use-vod.ts'
import { VodHead } from './vod-head.tsx'
import styles from './vod-page.module.css'
import { vodPlace, type VodPlace } from './vod-place.ts'
import { VodStage } from './vod-stage.tsx'
import { vodTexts } from './vod-texts.ts'
import { VodWords } from './vod-words.tsx'

/** The player's page: stage above, words and related titles below. */
export function VodPage({ scripts }: { scripts: EarlyScripts | null }) {
  const { type = '', id = '', level = '' } = useParams()
  const [search] = useSearchParams()
  const place = vodPlace({ type, id, level }, search)
  const { data: detail } = useCall('vodDetail', { type: place?.type ?? 0, id: place?.id ?? 1 }, { enabled: !!place })
  return place && detail ? <Vod place={place} detail={detail} scripts={scripts} /> : null
}

function Vod({ place, detail, scripts }: { place: VodPlace; detail: TitleDetail; scripts: EarlyScripts | null }) {
  const texts = useTexts(vodTexts)
  const [player] = useState(createPlayer)
  const vod = useVod(player, place, detail)
  // Scripts come with a page from the server alone; what they began does not begin again.
  const [first] = useState(vod.early && scripts ? { scripts, play: vod.early } : null)
  return (
    <main className={styles.page} data-wide={vod.actions.isWide || undefined}>
      <VodHead detail={detail} level={place.level} episode={vod.metadata.episode} />
      <VodStage player={player} detail={detail} vod={vod} />
      {first && <EarlyStart {...first} />}
      <div className={styles.below}>
        <div className={styles.words}>
          <VodWords detail={detail} vod={vod} player={player} />
          <div className={styles.strip}>
            <EpisodeStrip detail={detail} {...vod.panel} />
          </div>
        </div>
        <aside className={styles.aside}>
          <RelatedTitles heading={texts.related} titles={detail.related} />
        </aside>
        <div id="comments" className={styles.comments}>
          <LazyComments subject={{ kind: 'vod', id: detail.id }} />
        </div>
      </div>
    </main>
  )
}
