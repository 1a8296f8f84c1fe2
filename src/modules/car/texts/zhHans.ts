import { joinTexts } from '#src/define/messages.ts'
import accidents from '../accidents/accidents.zhHans.ts'
import appointment from '../appointment/appointment.zhHans.ts'
import board from '../board/board.zhHans.ts'
import cars from '../cars/cars.zhHans.ts'
import checks from '../checks/checks.zhHans.ts'
import duty from '../drivers/duty.zhHans.ts'
import fuel from '../fuel/fuel.zhHans.ts'
import lockups from '../lockups/lockups.zhHans.ts'
import ratings from '../ratings/ratings.zhHans.ts'
import readings from '../readings/readings.zhHans.ts'
import service from '../service/service.zhHans.ts'
import trips from '../trips/trips.zhHans.ts'
import use from '../use/use.zhHans.ts'
import violations from '../violations/violations.zhHans.ts'

export default joinTexts(
  cars,
  fuel,
  service,
  violations,
  accidents,
  lockups,
  use,
  duty,
  trips,
  appointment,
  board,
  checks,
  ratings,
  readings,
)
