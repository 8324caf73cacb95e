import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../icons/icons.tsx'
import { StatusMessage } from './status-message.tsx'
import { messageTexts } from './message-texts.ts'

/** Replaces content that could not be loaded. */
export function LoadError({ retry }: { retry: () => void }) {
  const texts = useTexts(messageTexts)
  return (
    <StatusMessage text={texts.failed}>
      <button type="button" onClick={retry}>
        {texts.retry}
        <Icon name="next" size={16} />
      </button>
    </StatusMessage>
  )
}
