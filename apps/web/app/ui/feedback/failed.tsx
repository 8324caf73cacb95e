import { useTexts } from '../../lib/text/texts.ts'
import { Icon } from '../icons/icons.tsx'
import { Message } from './message.tsx'
import { messageTexts } from './message-texts.ts'

/** Stands in the place of what could not be loaded. */
export function Failed({ retry }: { retry: () => void }) {
  const texts = useTexts(messageTexts)
  return (
    <Message text={texts.failed}>
      <button type="button" onClick={retry}>
        {texts.retry}
        <Icon name="next" size={16} />
      </button>
    </Message>
  )
}
