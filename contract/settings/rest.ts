import { z } from 'zod';
import { forAdmins, forUsers, paise, typedAmount } from '../shared/base.ts';
import { errorsOf, SECOND_APPROVAL } from '../shared/errors.ts';
import { settingSchemas } from './schema.ts';

const limits = z.object({ maxDepositPaise: paise });
const { undoSeconds, targetMinutes, supportPhone, supportEmail, processingTime } = settingSchemas;
const reviewSettings = z.object({ undoSeconds });
const reviewTarget = z.object({ targetMinutes });
export const serviceInfo = z.object({ supportPhone, supportEmail, processingTime });

/** For programs that use these procedures. New settings are in `settings.get` and `settings.save` alone. */
export const settingsRest = {
  limits: forUsers
    .route({ method: 'GET', path: '/settings/limits', summary: 'The highest amount of a deposit' })
    .output(limits),
  setMaxDeposit: forAdmins('settings:manage')
    .meta({ stepUp: 'always', approval: ['limits'] })
    .route({
      method: 'PUT',
      path: '/settings/limits/deposit',
      summary: 'Change the highest amount of a deposit',
    })
    .errors(errorsOf('STEP_UP_REQUIRED', 'INVALID_MAX_DEPOSIT', ...SECOND_APPROVAL))
    .input(z.object({ amount: typedAmount }))
    .output(limits),
  review: forAdmins('settings:read')
    .meta({ scope: 'requests:read' })
    .route({
      method: 'GET',
      path: '/settings/review',
      summary: 'Settings of the review of requests',
    })
    .output(reviewSettings),
  setReview: forAdmins('settings:manage')
    .meta({ stepUp: 'always' })
    .route({
      method: 'PUT',
      path: '/settings/review',
      summary: 'Change the settings of the review of requests',
    })
    .errors(errorsOf('STEP_UP_REQUIRED'))
    .input(reviewSettings)
    .output(reviewSettings),
  target: forAdmins('settings:read')
    .route({
      method: 'GET',
      path: '/settings/target',
      summary: 'The target for the waiting time of requests',
    })
    .output(reviewTarget),
  setTarget: forAdmins('settings:manage')
    .meta({ stepUp: 'always' })
    .route({
      method: 'PUT',
      path: '/settings/target',
      summary: 'Change the target for the waiting time of requests',
    })
    .errors(errorsOf('STEP_UP_REQUIRED'))
    .input(reviewTarget)
    .output(reviewTarget),
  service: forUsers
    .route({
      method: 'GET',
      path: '/settings/service',
      summary: 'The support contact and the processing time of withdrawals',
    })
    .output(serviceInfo),
  setService: forAdmins('settings:manage')
    .meta({ stepUp: 'always' })
    .route({
      method: 'PUT',
      path: '/settings/service',
      summary: 'Change the support contact and the processing time of withdrawals',
    })
    .errors(
      errorsOf('STEP_UP_REQUIRED', 'INVALID_PHONE', 'INVALID_EMAIL', 'INVALID_PROCESSING_TIME'),
    )
    .input(serviceInfo)
    .output(serviceInfo),
};
