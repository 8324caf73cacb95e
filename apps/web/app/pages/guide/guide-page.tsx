import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useChannels } from '../../domains/live/use-channels.ts'
import { useFollows } from '../../domains/live/use-follows.ts'
import { useGuideDayChange } from '../../domains/live/use-guide-day-change.ts'
import { useCall } from '../../lib/calls/call-query.ts'
import { useSignedIn } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useNow } from '../../lib/use-now.ts'
import { PlayerIcon } from '../../player/player-icon.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { addressOfChoice, choiceOf, chosenChannels, type GuideAddress, type GuideChoice } from './guide-address.ts'
import { GuideGrid } from './guide-grid.tsx'
import { GuideList } from './guide-list.tsx'
import styles from './guide-page.module.css'
import { guideTexts } from './guide-texts.ts'
import { useMeasure } from './use-measure.ts'

const nowUpdateSec = 20
const noDays: readonly { day: string; weekday: number }[] = []

/** Guide of all channels: a grid, or on narrow pages a list for one channel. */
export function GuidePage({ address }: { address: GuideAddress }) {
  const texts = useTexts(guideTexts)
  const nowSec = useNow(nowUpdateSec)
  useGuideDayChange(nowSec)
  const channels = useChannels()
  const { data: dates } = useCall('tvDate', {})
  const follows = useFollows()
  const measure = useMeasure()
  const [isMine, setMine] = useState(false)
  const choice: GuideChoice = isMine ? { kind: 'mine' } : choiceOf(address)
  const shown = chosenChannels(channels, choice, follows.ids)
  const groups = <Groups choice={choice} setMine={setMine} groups={[...new Set(channels.map(({ group }) => group))]} />
  return (
    <main className={styles.page}>
      <PageMeta page="Guide" title={texts.pageTitle} description={texts.description} />
      {measure === 'list' ? (
        <GuideList channels={shown} groups={groups} followed={follows.ids} nowSec={nowSec} />
      ) : (
        <GuideGrid
          all={channels}
          channels={shown}
          groups={groups}
          days={dates?.list ?? noDays}
          today={dates?.today ?? ''}
          requestedDay={address.day}
          measure={measure}
          follows={follows}
          nowSec={nowSec}
        />
      )}
    </main>
  )
}

interface GroupsProps {
  choice: GuideChoice
  groups: readonly string[]
  setMine: (mine: boolean) => void
}

function Groups({ choice, groups, setMine }: GroupsProps) {
  const texts = useTexts(guideTexts)
  const navigate = useNavigate()
  const isIn = useSignedIn()
  const choose = (next: GuideChoice): void => {
    setMine(next.kind === 'mine')
    if (next.kind !== 'mine') void navigate(addressOfChoice(next), { replace: true, preventScrollReset: true })
  }
  const chips: { key: string; text: string; choice: GuideChoice }[] = [
    { key: 'all', text: texts.all, choice: { kind: 'all' } },
    ...(isIn ? [{ key: 'mine', text: texts.mine, choice: { kind: 'mine' } as const }] : []),
    ...groups.map((group) => ({ key: `group ${group}`, text: group, choice: { kind: 'group', group } as const })),
  ]
  return (
    <div className={styles.line}>
      <div className={styles.chips} role="group" aria-label={texts.groups}>
        {chips.map((chip) => (
          <button
            key={chip.key}
            type="button"
            aria-pressed={isSame(chip.choice, choice)}
            onClick={() => choose(chip.choice)}
          >
            {chip.text}
          </button>
        ))}
      </div>
      <p className={styles.legend} aria-hidden="true">
        <PlayerIcon name="replay" size={16} />
        {texts.canReplay}
        <span className={styles.sample} />
        {texts.onAir}
      </p>
    </div>
  )
}

const isSame = (one: GuideChoice, other: GuideChoice): boolean =>
  one.kind === other.kind && (one.kind !== 'group' || (other.kind === 'group' && one.group === other.group))
