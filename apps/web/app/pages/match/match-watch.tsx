import type { MatchDetail } from '@yunmu/contract'
import { shareCard } from '../../domains/matches/match-data.ts'
import { useLiveWatch } from '../../domains/watch/use-live-watch.ts'
import { useWatchRecorder } from '../../domains/watch/use-watch-recorder.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { PlayerHandle } from '../../player/core/player-handle.ts'
import { matchPageTexts } from './match-page-texts.ts'
import type { MatchPlayer } from './use-match-player.ts'

interface WatchProps {
  player: PlayerHandle
  play: MatchPlayer
  detail: MatchDetail
}

/** Puts the match into the history: that its stream was watched, and how far its recording was. Renders nothing. */
export function MatchWatch({ player, play: { play, recording }, detail }: WatchProps) {
  if (play === 'streams') return <StreamWatch player={player} detail={detail} />
  if (play === 'recording' && recording === 'record') return <RecordingWatch player={player} detail={detail} />
  return null
}

type RecordProps = Omit<WatchProps, 'play'>

/** Nothing of it tells the score. */
function useFacts({ match: { id, home, away } }: MatchDetail) {
  const texts = useTexts(matchPageTexts)
  return { type: 'match' as const, id, name: texts.title(home.name, away.name), img: shareCard('match', id) }
}

function StreamWatch({ player, detail }: RecordProps) {
  useLiveWatch(player, useFacts(detail))
  return null
}

function RecordingWatch({ player, detail }: RecordProps) {
  useWatchRecorder(player, { ...useFacts(detail), level: 1, isLevel: false, pidId: 0, isLinkedTo: false })
  return null
}
