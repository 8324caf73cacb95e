import type { TitleDetail } from '@yunmu/contract'
import { adAnchors } from '@yunmu/contract/ad-anchors'
import { useMemo, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { SlotAd } from '../../domains/ads/slot-ad.tsx'
import { LazyComments } from '../../domains/comments/lazy-comments.tsx'
import { shownAt } from '../../domains/media/episode-rules.ts'
import { EpisodeStrip } from '../../domains/media/episode-strip.tsx'
import { RelatedTitles } from '../../domains/media/related-titles.tsx'
import { useCall } from '../../lib/calls/call-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { createPlayer } from '../../player/core/create-player.ts'
import { EarlyStart, type EarlyScripts } from '../../player/engine/early-start.tsx'
import { relatedBesidePlayer } from './related-rules.ts'
import { useVod } from './use-vod.ts'
import { VodMeta } from './vod-meta.tsx'
import styles from './vod-page.module.css'
import { readVodAddress, type VodAddress } from './vod-address.ts'
import { VodStage } from './vod-stage.tsx'
import { vodTexts } from './vod-texts.ts'
import { VodHeader } from './vod-header.tsx'

/** Player page: player above, information and related titles below. */
export function VodPage({ scripts }: { scripts: EarlyScripts | null }) {
  const { type = '', id = '', level = '' } = useParams()
  const [search] = useSearchParams()
  const address = readVodAddress({ type, id, level }, search)
  const { data } = useCall('vodDetail', { type: address?.type ?? 0, id: address?.id ?? 1 }, { enabled: !!address })
  const shownLevel = address?.level ?? 0
  const detail = useMemo(() => data && shownAt(data, shownLevel), [data, shownLevel])
  return address && detail ? <Vod address={address} detail={detail} scripts={scripts} /> : null
}

function Vod({ address, detail, scripts }: { address: VodAddress; detail: TitleDetail; scripts: EarlyScripts | null }) {
  const texts = useTexts(vodTexts)
  const [player] = useState(createPlayer)
  const vod = useVod(player, address, detail)
  // Only server-rendered pages have the early scripts; kept in state, so that they are not rendered again.
  const [first] = useState(vod.early && scripts ? { scripts, play: vod.early } : null)
  return (
    <main className={styles.page} data-wide={vod.actions.isWide || undefined}>
      <VodMeta detail={detail} level={address.level} episode={vod.metadata.episode} />
      <VodStage player={player} detail={detail} vod={vod} />
      {first && <EarlyStart {...first} />}
      <div className={styles.below}>
        <div className={styles.words}>
          <VodHeader detail={detail} vod={vod} player={player} />
          <SlotAd anchor={adAnchors.text} category={detail.pidId} />
          <div className={styles.strip}>
            <EpisodeStrip detail={detail} {...vod.panel} />
          </div>
        </div>
        <aside className={styles.aside}>
          <RelatedTitles heading={texts.related} titles={detail.related} besidePlayer={relatedBesidePlayer(detail)} />
        </aside>
        <div id="comments" className={styles.comments}>
          <LazyComments subject={{ kind: 'vod', id: detail.id }} />
        </div>
      </div>
    </main>
  )
}
