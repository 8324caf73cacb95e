/** The demonstration programme: invented titles, viewers and channels, and films rendered from the product's artwork. */
export { framesPerSec, heightsOf, shotSec, type FilmScript } from './films/film-script.ts'
export { bundledFilm, filmScripts } from './films/film-scripts.ts'
export { filmFile } from './films/render-film.ts'
export { hasEncoder, renderInWorker, renderMatchInWorker } from './films/render-in-worker.ts'
export type { DemoMatch } from './matches/demo-competition.ts'
export { courseLines, courseOf, fixtureLines, streamLines, teamLines } from './matches/feed-lines.ts'
export {
  broadcastAt,
  broadcastsOfDay,
  matchChannel,
  nextBroadcast,
  type Broadcast,
} from './matches/film/match-channel.ts'
export { matchHeight, matchSegmentMs } from './matches/film/render-match.ts'
export { roomCrowdOf, roomOf, type MatchRoom } from './matches/room/match-room.ts'
export type { MatchThread } from './matches/room/match-comments.ts'
export type { MatchCourse } from './matches/match-course.ts'
export { matchesAround, matchesOfDay } from './matches/season.ts'
export {
  allComposedFilms,
  episodeFilmName,
  episodeFilmsOf,
  previewCuts,
  previewMs,
  previewName,
  type EpisodeFilm,
} from './programme/episode-films.ts'
export { scheduleText } from './programme/airing.ts'
export { demoBulletins, type DemoBulletin } from './programme/bulletins.ts'
export { demoChannels } from './programme/channels/channel-list.ts'
export { crowdOfChannel, crowdOfTitle } from './programme/crowd.ts'
export { dayPlan, titleOnChannel, type DemoChannel, type PlannedProgramme } from './programme/channels/day-plan.ts'
export { ageSecsOf, threadsOf } from './programme/comments/comments.ts'
export { demoViewers, type DemoViewer } from './programme/comments/viewers.ts'
export type { DemoComment, DemoThread } from './programme/comments/written-comments.ts'
export { danmakuCount, danmakuOfChannel, danmakuOfEpisode, type DemoDanmaku } from './programme/danmaku/danmaku.ts'
export type { DemoTitle } from './programme/demo-title.ts'
export { airedCount, plannedEpisodes, sourceNames, type PlannedEpisode } from './programme/episodes.ts'
export { demoPlans, type DemoPlan } from './programme/plans.ts'
export { playsByDay, playsOfAllTime } from './programme/plays.ts'
export { bannerSlugs, featurePlate, programme } from './programme/programme.ts'
