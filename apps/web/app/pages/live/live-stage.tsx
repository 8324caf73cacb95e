import type { ChannelDetail } from '@yunmu/contract'
import { useMemo } from 'react'
import { Link } from '../../ui/link.tsx'
import { useDanmaku } from '../../domains/danmaku/use-danmaku.ts'
import { ChannelList } from '../../domains/live/channel-list.tsx'
import { useChannels } from '../../domains/live/use-channels.ts'
import type { Follows } from '../../domains/live/use-follows.ts'
import { clockOf } from '@yunmu/contract/china-time'
import { useTexts } from '../../lib/text/texts.ts'
import { guideUrl } from '../../lib/urls.ts'
import type { LiveChrome } from '../../player/chrome/chrome-context.ts'
import { PlayerFrame } from '../../player/chrome/player-frame.tsx'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { Detector } from '../../player/live/detector.tsx'
import { LineMenu } from '../../player/live/line-menu.tsx'
import { LiveBar } from '../../player/live/live-bar.tsx'
import styles from './live-stage.module.css'
import { livePageTexts } from './live-page-texts.ts'
import { LivePanel } from './live-panel.tsx'
import type { Live } from './use-live.ts'

interface StageProps {
  player: PlayerHandle
  detail: ChannelDetail
  live: Live
  follows: Follows
  online: number
  nowSec: number | null
}

/** Channel list, player and guide. */
export function LiveStage({ player, detail, live, follows, online, nowSec }: StageProps) {
  const texts = useTexts(livePageTexts)
  const danmaku = useDanmaku(player, { kind: 'live', id: detail.id, level: 0 })
  const channels = useChannels()
  const chrome = useLiveChrome(detail, live, nowSec !== null)
  const isOn = detail.onAir && live.replay === null
  const numbers = <span>{online > 0 ? texts.watching(online.toLocaleString('en')) : isOn && texts.nobody}</span>
  return (
    <div className={styles.stage} data-wide={live.actions.isWide || undefined}>
      <div className={styles.channels}>
        <ChannelList
          key={detail.group}
          channels={channels}
          currentId={detail.id}
          group={detail.group}
          followed={follows.ids}
          nowSec={nowSec}
        />
      </div>
      <div className={styles.middle}>
        <div className={styles.player}>
          <PlayerFrame
            player={player}
            metadata={live.metadata}
            actions={live.actions}
            live={chrome}
            danmaku={danmaku?.chrome ?? null}
          />
        </div>
        <div className={styles.foot}>
          {danmaku && <danmaku.parts.DanmakuBar room={danmaku.room} numbers={numbers} />}
          {danmaku && <danmaku.parts.PhoneRow room={danmaku.room}>{numbers}</danmaku.parts.PhoneRow>}
          {!danmaku && numbers}
        </div>
      </div>
      <div className={styles.guide}>
        <LivePanel
          {...{ player, nowSec, danmaku }}
          channel={detail}
          replayId={live.replay?.id ?? null}
          seek={(sec) => live.control.goTo(sec * 1000)}
        />
      </div>
    </div>
  )
}

function useLiveChrome(detail: ChannelDetail, live: Live, isHydrated: boolean): LiveChrome {
  const { control, programmes, replay, measure, report, canPlay } = live
  const { lines } = detail
  return useMemo(() => {
    const shown = replay ? [replay] : programmes
    return {
      control,
      bar: isHydrated && (
        <LiveBar control={control} programmes={shown} lines={<LineMenu lines={lines} measure={measure} />} />
      ),
      notices: <Detector onFault={report} />,
      offAir: canPlay ? null : <OffAir detail={detail} />,
      openGuide: focusGuide,
    }
  }, [control, programmes, replay, measure, report, canPlay, lines, detail, isHydrated])
}

/** Focuses the current programme in the guide, from where arrow keys navigate. */
function focusGuide(): void {
  const guide = document.getElementById('guide')
  const found = ['a[aria-current]', 'a[data-state=now]', 'a'].map((mark) => guide?.querySelector<HTMLElement>(mark))
  found.find((link) => link)?.focus()
}

/** Shown while nothing is on the air, with the time of resumption if known. */
function OffAir({ detail: { resumesAt } }: { detail: ChannelDetail }) {
  const texts = useTexts(livePageTexts)
  return (
    <div className={styles.offAir} role="status" data-screen="off-air">
      <p>
        {texts.offAir}
        {resumesAt !== null && `　${texts.resumes(clockOf(resumesAt))}`}
      </p>
      <Link to={guideUrl()}>{texts.otherChannel}</Link>
    </div>
  )
}
