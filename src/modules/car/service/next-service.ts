/**
 * CAR-35: when a service is due, as SQL over a row of `car`. It follows from the services that were finished, so that one that is
 * voided counts no more and a corrected reading counts as corrected; the columns of the car say what was before the first of them.
 */
const finished = (car: string, figure: string): string =>
  `(select max(${figure}) from car_service s where s.car_id = ${car}.id and s.maint_type = 'service' and s.state = 'finished' and s.deleted_at is null)`

/** Kilometres at which the next service of the car with this alias is due. */
export const nextServiceKm = (car: string): string =>
  `greatest(${car}.serviced_km, ${finished(car, 's.finish_mileage')}) + ${car}.service_km`

/** Day on which the next service of the car with this alias is due. */
export const nextServiceOn = (car: string): string =>
  `(coalesce(greatest(${car}.serviced_on, ${finished(car, `(s.out_at at time zone 'Asia/Shanghai')::date`)}), ${car}.register_date) + make_interval(months => ${car}.service_months))::date`
