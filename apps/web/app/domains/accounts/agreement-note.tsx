import { useTexts } from '../../lib/text/texts.ts'
import { legalUrl } from '../../lib/urls.ts'
import { Link } from '../../ui/link.tsx'
import styles from './account-form.module.css'
import { accountTexts } from './account-texts.ts'

/** What registering agrees to. The texts open in another tab, so that the form stays. */
export function AgreementNote() {
  const texts = useTexts(accountTexts)
  return (
    <p className={styles.agreement}>
      {texts.agree}
      <Link to={legalUrl('terms')} target="_blank">
        {texts.terms}
      </Link>
      {texts.agreeAnd}
      <Link to={legalUrl('privacy')} target="_blank">
        {texts.privacy}
      </Link>
    </p>
  )
}
