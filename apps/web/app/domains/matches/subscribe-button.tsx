import type { Match } from '@yunmu/contract'
import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../../ui/icons/icons.tsx'
import { matchTexts } from './match-texts.ts'
import styles from './subscribe-button.module.css'
import { useSubscription } from './use-subscription.ts'

/** Subscribes to a match that is not over, or ends that. `large` is for heads of pages. */
export function SubscribeButton({ match, size = 'row' }: { match: Match; size?: 'row' | 'large' }) {
  const texts = useTexts(matchTexts)
  const { isSubscribed, toggle } = useSubscription(match)
  // The name contains the words that are seen (WCAG 2.2, 2.5.3).
  const nameOf = isSubscribed ? texts.isSubscribedTo : texts.subscribeTo
  return (
    <button
      type="button"
      className={styles.button}
      data-size={size}
      aria-pressed={isSubscribed}
      aria-label={nameOf(match.home.name, match.away.name)}
      onClick={toggle}
    >
      <Icon name={isSubscribed ? 'check' : 'bell'} size={16} />
      <span className={styles.now}>{isSubscribed ? texts.isSubscribed : texts.subscribe}</span>
      {isSubscribed && <span className={styles.hover}>{texts.unsubscribe}</span>}
    </button>
  )
}
