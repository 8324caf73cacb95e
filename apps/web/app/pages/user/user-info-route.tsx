import { requestSignOut } from '../../domains/accounts/request-sign-out.ts'
import { openDialog } from '../../lib/shell/dialogs.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { useUser } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { PageMeta } from '../../ui/page-meta.tsx'
import { Button } from '../../ui/button.tsx'
import { ProfileBlocks } from './profile/profile-blocks.tsx'
import { ProfileData } from './profile/profile-data.tsx'
import { ProfileForm } from './profile/profile-form.tsx'
import { ProfileMinors } from './profile/profile-minors.tsx'
import { ProfilePlayers } from './profile/profile-players.tsx'
import { ProfilePortrait } from './profile/profile-portrait.tsx'
import { ProfileSection } from './profile/profile-section.tsx'
import { ProfileSessions } from './profile/profile-sessions.tsx'
import { ProfileSports } from './profile/profile-sports.tsx'
import { ProfileThirdParties } from './profile/profile-third-parties.tsx'
import { profileTexts } from './profile/profile-texts.ts'
import styles from './profile/profile.module.css'
import area from './user-area.module.css'

/** 个人资料: profile, sessions and personal data. */
export default function UserInfoRoute() {
  const texts = useTexts(profileTexts)
  const script = useScript()
  const user = useUser()
  return (
    <>
      <PageMeta page="UserInfo" title={texts.title} />
      <div className={area.head}>
        <h1 className={area.title}>{texts.title}</h1>
      </div>
      {user && (
        <div className={styles.page}>
          <ProfileSection name={texts.basics}>
            <ProfilePortrait user={user} />
            <ProfileForm user={user} />
          </ProfileSection>
          <ProfileSection name={texts.password}>
            <div className={styles.row}>
              <p className={styles.rowName}>{user.hasPassword ? texts.changePassword : texts.setPassword}</p>
              <p className={styles.rowLine}>{texts.passwordNote}</p>
              <Button className={styles.way} onClick={() => void openDialog('password')}>
                {user.hasPassword ? texts.changePassword : texts.setPassword}
              </Button>
            </div>
          </ProfileSection>
          <ProfileSessions />
          <ProfileThirdParties />
          <ProfilePlayers />
          <ProfileSports />
          <ProfileMinors user={user} />
          <ProfileBlocks />
          <ProfileData user={user} />
          <button type="button" className={styles.leave} onClick={() => void requestSignOut(script)}>
            {texts.leaveSession}
          </button>
        </div>
      )}
    </>
  )
}
