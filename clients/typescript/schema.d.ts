export interface paths {
	'/v1/Auth/Login': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Sign in
		 * @description After failed attempts, further attempts get 429 with Retry-After. If the service generated the password, `ResponseStatus.Meta.MustChangePassword` is `true`: the session can only change the password, or end.
		 *
		 *     **Callers:** everyone.
		 */
		post: operations['login'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Auth/Refresh': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Get a new bearer token for a refresh token
		 * @description A refresh token works once. If you send it again within 10 s, because the response was lost, you get another pair of tokens; the pair that is used first stays valid. Later, a second use ends the session.
		 *
		 *     **Callers:** everyone.
		 */
		post: operations['refresh'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Auth/Logout': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * End the session
		 * @description **Callers:** all authenticated users.
		 */
		post: operations['logout'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Auth/Password': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Change your own password
		 * @description Ends your other sessions. This session continues with the tokens of the response.
		 *
		 *     **Callers:** all authenticated users.
		 */
		post: operations['changePassword'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Auth/Me': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read the caller
		 * @description Also lists the operations that the caller may call, and the settings that clients need.
		 *
		 *     **Callers:** all authenticated users.
		 */
		get: operations['readMe'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Auth/Password/Forgot': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Ask for a link to set a new password
		 * @description The service mails the link to the user name if it is an e-mail address, otherwise to the address of the user's agent. The link works once, for 30 minutes. The response is the same whether the user exists or not.
		 *
		 *     **Callers:** everyone.
		 */
		post: operations['forgetPassword'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Auth/Password/Reset': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Set a new password with a link
		 * @description Ends all sessions of the user. A user with multi-factor authentication still needs the one-time code to sign in.
		 *
		 *     **Callers:** everyone.
		 */
		post: operations['resetPassword'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Auth/Mfa/Enrol': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Get a secret for an authenticator app
		 * @description The secret becomes active when you confirm it with a code.
		 *
		 *     **Callers:** all authenticated users.
		 */
		post: operations['enrol'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Auth/Mfa/Confirm': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Activate multi-factor authentication
		 * @description Ends your other sessions. The recovery codes cannot be read again. After wrong codes, further attempts get 429 with Retry-After, as at sign-in.
		 *
		 *     Requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes.
		 *
		 *     **Callers:** all authenticated users.
		 */
		post: operations['confirmMfa'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Auth/Sessions': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List your own sessions
		 * @description **Callers:** all authenticated users.
		 */
		get: operations['listSessions'];
		put?: never;
		post?: never;
		/**
		 * End your other sessions
		 * @description **Callers:** all authenticated users.
		 */
		delete: operations['endOtherSessions'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Auth/Sessions/{SessionId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		/**
		 * End one of your own sessions
		 * @description **Callers:** all authenticated users.
		 */
		delete: operations['endSession'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Auth/OpenId': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read whether OpenID Connect is configured
		 * @description **Callers:** everyone.
		 */
		get: operations['readOpenId'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Auth/OpenId/Start': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Begin to sign in with OpenID Connect
		 * @description Open this URL in a browser: the response redirects it to the provider (302). A client that does not accept text/html gets the URL of the provider instead. The browser returns to ReturnUrl with `#OpenIdCode=…` or `#OpenIdError=…` (an ErrorCode).
		 *
		 *     **Callers:** everyone.
		 */
		get: operations['startOpenId'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Auth/OpenId/Token': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Sign in with the code of OpenID Connect
		 * @description The OpenIdCode is valid once, for a minute. A 401 with a field error on MfaCode asks for the code of the authenticator app: send the same OpenIdCode with MfaCode within five minutes.
		 *
		 *     **Callers:** everyone.
		 */
		post: operations['exchangeOpenIdCode'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Smartsheets/TransferLines': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Transfer smartsheet lines to an agent
		 * @description Transfers all lines or none. Identify the lines by TableName and ID. A PolicyNumber, PolicyAssociateId or TransactionId that you send must equal the stored value, or be unset. A line that the receiver already owns does not change; it must be in scope, or transferred by you. Returns the lines after the transfer, in the order sent.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['transferSmartsheetLines'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/webix/gantt/tasks': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List all Gantt tasks
		 * @description Lists the tasks by parent and position.
		 *
		 *     **Callers:** all authenticated users.
		 */
		get: operations['listGanttTasks'];
		put?: never;
		/**
		 * Add a Gantt task
		 * @description The id that you send is temporary; the response has the assigned id. A task without a position becomes the last child of its parent.
		 *
		 *     **Callers:** all authenticated users.
		 */
		post: operations['addGanttTask'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/webix/gantt/tasks/{id}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		/**
		 * Change or move a Gantt task
		 * @description Changes only the fields that you send; another parent or position moves the task.
		 *
		 *     **Callers:** all authenticated users.
		 */
		put: operations['changeGanttTask'];
		post?: never;
		/**
		 * Remove a Gantt task
		 * @description Removes the task, every task below it and all their links.
		 *
		 *     **Callers:** all authenticated users.
		 */
		delete: operations['removeGanttTask'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/webix/gantt/tasks/{id}/position': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		/**
		 * Move a Gantt task
		 * @description **Callers:** all authenticated users.
		 */
		put: operations['moveGanttTask'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/webix/gantt/links': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List all Gantt links
		 * @description **Callers:** all authenticated users.
		 */
		get: operations['listGanttLinks'];
		put?: never;
		/**
		 * Link two Gantt tasks
		 * @description The id that you send is temporary; the response has the assigned id.
		 *
		 *     **Callers:** all authenticated users.
		 */
		post: operations['addGanttLink'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/webix/gantt/links/{id}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		/**
		 * Change a Gantt link
		 * @description **Callers:** all authenticated users.
		 */
		put: operations['changeGanttLink'];
		post?: never;
		/**
		 * Remove a Gantt link
		 * @description **Callers:** all authenticated users.
		 */
		delete: operations['removeGanttLink'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/CustomerCheckins': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List visits
		 * @description Lists the open visits (Status 0 to 2) at the locations in scope, in the order of the queue. With a filter on Status or Completed it lists closed visits too. LineId finds the visits that have it among their LineIds. With Id it reads that visit only.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listCheckins'];
		put?: never;
		/**
		 * Check in a customer, or change a visit
		 * @description Changes the visit that has the Id. Without an Id, or with a new one, adds a visit: send CustomerId, LocationId, and LineId or LineIds. If the customer has booked the line for today, Meta.AppointmentId names the booking: from 30 minutes before its time, the visit is its arrival. Allowed changes of Status: 0→1,2,3,4,5; 1→0,2,3,4,5; 2→0,3,5; 4→0. A change of LineId forwards an open visit: it gets Status 0. A visit that waits again loses its station and employee.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['saveCheckin'];
		/**
		 * Cancel a visit
		 * @description Sets Status to 5 and returns the visit. The visit is not deleted. 400 without an Id.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		delete: operations['cancelCheckin'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/CustomerCheckins/{Id}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a visit and its requirements
		 * @description Meta.MissingDocuments has the LineIds of lines with RequireUpload that have no document yet.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readCheckin'];
		put?: never;
		/**
		 * Change a visit
		 * @description Changes only the fields that you send. Allowed changes of Status: 0→1,2,3,4,5; 1→0,2,3,4,5; 2→0,3,5; 4→0. A change of LineId forwards an open visit: it gets Status 0. A visit that waits again loses its station and employee.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['updateCheckin'];
		/**
		 * Cancel a visit by Id
		 * @description Sets Status to 5 and returns the visit. The visit is not deleted. 400 without an Id.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		delete: operations['cancelCheckinById'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/ActivityTracker': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Log an activity, or list contacts by their activities
		 * @description Log (the default) adds an activity with the contact Contact.ContactId and returns the contact. A second call with the same agent, contact, type and StartDate changes nothing. The other commands:
		 *
		 *     | CommandType | Contacts | Order |
		 *     |---|---|---|
		 *     | Contacted | with an activity that is not internal, or a completed visit, in the range | the last of these first |
		 *     | NotContacted | the other active contacts, without DoNotContact | never contacted first, then the longest neglected |
		 *     | New | created in the range | LastContact, newest first |
		 *     | All | all contacts | LastContact, newest first |
		 *
		 *     Lists each contact once. With EventTypeId, only activities of that type count. An activity with a future StartDate counts from then on. The default range is the last 30 days; the longest is 366 days. SSN is masked unless an Administrator names it in fields.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['trackActivity'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/ActivityTracker/{CommandType}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List contacts by their activities
		 * @description | CommandType | Contacts | Order |
		 *     |---|---|---|
		 *     | Contacted | with an activity that is not internal, or a completed visit, in the range | the last of these first |
		 *     | NotContacted | the other active contacts, without DoNotContact | never contacted first, then the longest neglected |
		 *     | New | created in the range | LastContact, newest first |
		 *     | All | all contacts | LastContact, newest first |
		 *
		 *     Lists each contact once. With EventTypeId, only activities of that type count. An activity with a future StartDate counts from then on. The default range is the last 30 days; the longest is 366 days. SSN is masked unless an Administrator names it in fields.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listContactsByActivity'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/ActivityTracker/{CommandType}/{StartDate}/{EndDate}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List contacts by their activities in a range of days
		 * @description | CommandType | Contacts | Order |
		 *     |---|---|---|
		 *     | Contacted | with an activity that is not internal, or a completed visit, in the range | the last of these first |
		 *     | NotContacted | the other active contacts, without DoNotContact | never contacted first, then the longest neglected |
		 *     | New | created in the range | LastContact, newest first |
		 *     | All | all contacts | LastContact, newest first |
		 *
		 *     Lists each contact once. With EventTypeId, only activities of that type count. An activity with a future StartDate counts from then on. The default range is the last 30 days; the longest is 366 days. SSN is masked unless an Administrator names it in fields.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listContactsByActivityInRange'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SecuritiesSummary/DateRange/{ParamStartDate}/{ParamEndDate}/{AgentID}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Sum up the ledger of securities
		 * @description Returns the summary of the agent that you name, or of your own agent. An Administrator without an agent gets one row for each agent with ledger rows. ResponseStatus.Meta.AgentIds lists their AgentIds in the same order.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['summarizeSecurities'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SecuritiesSummary/DateRange/{ParamStartDate}/{ParamEndDate}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Sum up your ledger of securities
		 * @description Returns the summary of the agent that you name, or of your own agent. An Administrator without an agent gets one row for each agent with ledger rows. ResponseStatus.Meta.AgentIds lists their AgentIds in the same order.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['summarizeOwnSecurities'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/LineQuestions/Line/Questionnaire/{CustomerCheckInId}/{RO}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read the questionnaire of a visit
		 * @description With RO true, lists the saved answers. With RO false, lists the active questions of the lines of the visit, with the answers that are already saved.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['readQuestionnaire'];
		/**
		 * Answer the questionnaire of a visit
		 * @description Saves the sent answers. An unset Answer removes the saved answer. 409 if RO is true, or the visit is Completed or Cancelled.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['updateQuestionnaire'];
		/**
		 * Answer the questionnaire of a visit by POST
		 * @description Does the same as PUT. 409 if RO is true, or the visit is Completed or Cancelled.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['answerQuestionnaire'];
		/**
		 * Clear the questionnaire of a visit
		 * @description Removes all answers of the visit and returns them. 409 if RO is true, or the visit is Completed or Cancelled.
		 *
		 *     **Callers:** Administrator.
		 */
		delete: operations['clearQuestionnaire'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/LineQuestions': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List line questions
		 * @description Lists all questions by LineId and Id, including retired ones.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['listLineQuestions'];
		/**
		 * Change line questions
		 * @description Changes only the listed questions, and only the fields that you send.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['updateLineQuestions'];
		/**
		 * Add line questions
		 * @description Ids must be 0 or absent. LineId defaults to the LineId of the path. A question already active on the line: 409.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['createLineQuestions'];
		/**
		 * Remove line questions
		 * @description Removes only the listed Ids. A question with answers becomes inactive instead. Returns the affected questions.
		 *
		 *     **Callers:** Administrator.
		 */
		delete: operations['removeLineQuestions'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/LineQuestions/{Id}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a line question
		 * @description **Callers:** Administrator.
		 */
		get: operations['readLineQuestion'];
		/**
		 * Change a line question
		 * @description LineQuestions contains exactly this question, with the fields to change.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['updateLineQuestion'];
		/**
		 * Change a line question by POST
		 * @description Works like PUT.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['changeLineQuestion'];
		/**
		 * Remove a line question
		 * @description A question with answers becomes inactive instead. Returns the affected questions.
		 *
		 *     **Callers:** Administrator.
		 */
		delete: operations['removeLineQuestion'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/LineQuestions/Line/{LineId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the questions of a line
		 * @description **Callers:** Administrator.
		 */
		get: operations['listQuestionsOfLine'];
		/**
		 * Change the questions of a line
		 * @description Changes only the listed questions, and only the fields that you send.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['updateQuestionsOfLine'];
		/**
		 * Add questions to a line
		 * @description Ids must be 0 or absent. LineId defaults to the LineId of the path. A question already active on the line: 409.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['createQuestionsOfLine'];
		/**
		 * Remove all questions of a line
		 * @description A question with answers becomes inactive instead. Returns the affected questions.
		 *
		 *     **Callers:** Administrator.
		 */
		delete: operations['removeQuestionsOfLine'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Roles/{RoleId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a role
		 * @description Returns the role with its permissions. Only Administrators can read roles that they do not hold.
		 *
		 *     **Callers:** all authenticated users.
		 */
		get: operations['readRole'];
		/**
		 * Change a role
		 * @description Changes only the fields that you send. Permissions replaces the whole list, at once for signed-in users. A system role, a Code in use, and a new Code for a role that users hold: 409.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeRole'];
		post?: never;
		/**
		 * Remove a role
		 * @description A system role, or a role that users hold: 409.
		 *
		 *     **Callers:** Administrator.
		 */
		delete: operations['removeRole'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SurveyAdmin/GiftCard': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List survey answers
		 * @description Lists one row for each answered question of invitations whose agent, or whose contact's current agent, is in scope; newest first. To before From: 400.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listSurveyAnswers'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Survey/GiftCard/Answer': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Answer a survey
		 * @description Records the answers to an invitation, once, and adds one reward, unless the contact already has a reward for the survey that is not Cancelled. A blank Response is no answer, which withdraws an optional choice. The same answers again change nothing; other answers: 409.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['answerSurvey'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Dropbox/DocumentGroups/{ContactId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List a contact's documents
		 * @description If the owner is in scope, lists all its documents; otherwise those that are shared with your agent, and 403 if there are none. Sorted by DocumentGroup (documents without a group last), then newest DateAdded first.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listContactDocuments'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Dropbox/DocumentGroups/Agent/{AgentId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List an agent's documents
		 * @description If the owner is in scope, lists all its documents; otherwise those that are shared with your agent, and 403 if there are none. Sorted by DocumentGroup (documents without a group last), then newest DateAdded first.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listAgentDocuments'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SlotDistrictMyRequests': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List my slot district requests
		 * @description Lists the requests of your agent, newest first; an empty list if you have no agent.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listMySlotDistrictRequests'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/ProjectTeamMembers': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List team members
		 * @description Lists the team members by ProjectID and TeamMemberID.
		 *
		 *     **Callers:** all authenticated users.
		 */
		get: operations['listProjectTeamMembers'];
		/**
		 * Change team members
		 * @description Changes all listed members or none, and only the fields that you send.
		 *
		 *     **Callers:** all authenticated users.
		 */
		put: operations['changeProjectTeamMembers'];
		/**
		 * Add team members
		 * @description Adds all members or none. TeamMemberID must be 0 or absent. A contact can be on a project once.
		 *
		 *     **Callers:** all authenticated users.
		 */
		post: operations['addProjectTeamMembers'];
		/**
		 * Remove team members
		 * @description Removes the members that the body lists by TeamMemberID, or TeamMemberIDs in the query: all or none.
		 *
		 *     **Callers:** all authenticated users.
		 */
		delete: operations['removeProjectTeamMembers'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/ProjectTeamMembers/{TeamMemberID}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a team member
		 * @description **Callers:** all authenticated users.
		 */
		get: operations['readProjectTeamMember'];
		/**
		 * Change a team member
		 * @description ProjectTeamMembers must contain exactly one item.
		 *
		 *     **Callers:** all authenticated users.
		 */
		put: operations['changeProjectTeamMember'];
		/**
		 * Change a team member by POST
		 * @description Works like PUT.
		 *
		 *     **Callers:** all authenticated users.
		 */
		post: operations['postProjectTeamMember'];
		/**
		 * Remove a team member
		 * @description **Callers:** all authenticated users.
		 */
		delete: operations['removeProjectTeamMember'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Agent/Dropdown': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List agents to choose from
		 * @description Lists the active agents by AgentName, ignoring letter case and accents. Administrators also get the agents that are not active.
		 *
		 *     **Callers:** Worker, Agent or Administrator.
		 */
		get: operations['listAgentDropdown'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/EventType': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List event types
		 * @description Lists the active event types unless you filter by IsActive. Sorted by EventCategory, then EventTypeName.
		 *
		 *     **Callers:** Worker, Agent or Administrator.
		 */
		get: operations['listEventTypes'];
		put?: never;
		/**
		 * Add an event type
		 * @description EventTypeId must be 0 or absent. IsActive is true by default.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addEventType'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/EventType/{EventTypeId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read an event type
		 * @description **Callers:** Worker, Agent or Administrator.
		 */
		get: operations['readEventType'];
		/**
		 * Change an event type
		 * @description Changes only the fields that you send. Set IsActive to false to retire an event type; its activities are unchanged.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeEventType'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/PolicyDocumentDefaults/{RecordType}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the policy documents of a record type
		 * @description Lists the defaults first, then by Name. The letter case of the type does not matter.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listPolicyDocumentDefaults'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/Transfers': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List contact transfers
		 * @description Lists the transfers from or to an agent in scope, newest first.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listContactTransfers'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/Transfer': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Transfer contacts to an agent
		 * @description Transfers all contacts or none, and ends their locks. 409 for a contact that another agent has locked. A contact that the receiver already owns does not change: it must be in scope, or transferred by you in the last 24 hours. Returns the contacts after the transfer, in the order sent.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['transferContacts'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List or search contacts
		 * @description Lists the contacts in scope or shared with your agent, by Name and ContactId. SSN is masked unless an Administrator names it in `fields`.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listContacts'];
		/**
		 * Change many contacts
		 * @description Changes each contact like PUT /v1/Contacts/{ContactId}, all or none. 412 if a contact has another Version than the one that you send; the error of each such contact has the present one as Meta.Version. Fields that the service writes (ContactId, DateCreated, LastContact, HasGiftCard, the deletion and the lock) are ignored. A masked SSN that is sent back changes nothing. Meta.Warnings lists sent numbers without text messages.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		put: operations['changeContacts'];
		/**
		 * Add a contact
		 * @description Send at least one of Name, FirstName, LastName and BusinessName. AgentId defaults to your agent, and Name to "FirstName LastName". 409 for a ContactGUID in use. Meta.PossibleDuplicates lists up to 10 contacts that you can see with the same e-mail address or telephone number. Fields that the service writes (ContactId, DateCreated, LastContact, HasGiftCard, the deletion and the lock) are ignored. A masked SSN that is sent back changes nothing. Meta.Warnings lists sent numbers without text messages.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['addContact'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/{ContactId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a contact
		 * @description Only Administrators can read a deleted contact. Meta.MergedInto names the contact that replaced it.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readContact'];
		/**
		 * Change a contact
		 * @description Changes the fields that you send. The owner must be in scope. Another AgentId in scope transfers the contact and ends its lock. 409 for a contact that another agent has locked, and for another ContactGUID. Fields that the service writes (ContactId, DateCreated, LastContact, HasGiftCard, the deletion and the lock) are ignored. A masked SSN that is sent back changes nothing. Meta.Warnings lists sent numbers without text messages.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		put: operations['changeContact'];
		post?: never;
		/**
		 * Delete a contact
		 * @description Lists and searches then leave the contact out. 409 for a contact that another agent has locked.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		delete: operations['removeContact'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/{ContactId}/Lock': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Lock a contact
		 * @description Keeps other agents from logging activities with the contact and from changing it, until your agent unlocks it or LOCK_HOURS have passed. The owner must be in scope; a share is not enough. 409 for a contact that another agent has locked.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['lockContact'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/{ContactId}/Unlock': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Unlock a contact
		 * @description Only the agent who locked the contact and Administrators can unlock it. Other callers get 403. If the contact is not locked, the call changes nothing.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['unlockContact'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/{ContactId}/Shares': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		/**
		 * Share a contact
		 * @description Replaces the agents that the contact is shared with. The owner must be in scope. 409 for a contact that another agent has locked.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		put: operations['shareContact'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/{ContactId}/Restore': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Restore a deleted contact
		 * @description If the contact is not deleted, the call changes nothing.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['restoreContact'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/{ContactId}/Activities': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List a contact's activities
		 * @description Newest StartDate first. AgentId is 0 if an Administrator without an agent logged the activity.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listContactActivities'];
		put?: never;
		/**
		 * Log an activity with a contact
		 * @description Logs an activity of your agent, like the command Log of the activity tracker. StartDate is now by default, and at most 24 hours ahead. If your agent has logged an activity with the same contact, type and StartDate, you get that activity. 409 for outreach to a contact marked DoNotContact, and for a contact locked by another agent.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['logActivity'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Activities': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List activities
		 * @description Lists the activities with the contacts in scope, newest StartDate first. From and To are optional.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listActivities'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Activities/{ActivityId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		/**
		 * Change an activity
		 * @description Changes the fields that you send, except ContactId and AgentId. The agent who logged the activity may change or remove it for 24 hours, an Administrator at any time, else 403. LastContact of the contact is updated.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		put: operations['changeActivity'];
		post?: never;
		/**
		 * Remove an activity
		 * @description The agent who logged the activity may change or remove it for 24 hours, an Administrator at any time, else 403. LastContact of the contact is updated.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		delete: operations['removeActivity'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/CustomerCheckins/Queue/{LocationId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the queue of a location, or follow it
		 * @description Lists the open visits of today by LineName and Position. With `Accept: text/event-stream` the service sends the list at once and after every change, as events `queue`, until your session or key ends. The EventSource of a browser cannot send `Authorization` or `X-Api-Key`: read the stream with `fetch`, as `client.queue` of the typed client does, and connect again when it ends.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listQueue'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/CustomerCheckins/Visits/{LocationId}/{From}/{To}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the visits of a location, day by day
		 * @description Lists the visits of these business days in every Status, by SignInTime. The range has at most 31 business days.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listVisits'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/CustomerCheckins/CallNext': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Call the next customer to a station
		 * @description Sets the first waiting visit of today on LineId, or by default on any line of the station, to Called, with the station and with you as EmployeeId. Two stations never get the same visit. If no visit waits, the lists are empty. 409 if the station is closed, or has a visit that is Called or Serving, whose Id is in Meta.CheckInId.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['callNext'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/CustomerCheckins/Report/{From}/{To}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Report on visits, day by day and line by line
		 * @description Returns a row for each business day and line of the locations in scope, by Day, LocationName and LineName. The range has at most 366 business days.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['reportVisits'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/CustomerCheckins/{Id}/Questionnaire': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read the active questions of a visit
		 * @description Lists the active questions of the lines of the visit, with the answers that are already saved.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readVisitQuestionnaire'];
		/**
		 * Answer the active questions of a visit
		 * @description Saves the sent answers. An unset Answer removes the saved answer. 409 if the visit is Completed or Cancelled.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		put: operations['answerVisit'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Locations': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List locations
		 * @description Lists the locations in scope by Name, including inactive ones.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listLocations'];
		put?: never;
		/**
		 * Add a location
		 * @description The service assigns a LocationId unless you send one; already used: 409.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addLocation'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Locations/{LocationId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a location
		 * @description **Callers:** Agent or Administrator.
		 */
		get: operations['readLocation'];
		/**
		 * Change a location
		 * @description Changes only the fields that you send. No change moves or cancels a booking: Meta.Bookings counts the bookings ahead that the present hours would not give.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeLocation'];
		post?: never;
		/**
		 * Remove a location
		 * @description A location with visits becomes inactive instead. A location without visits that has lines or stations: 409.
		 *
		 *     **Callers:** Administrator.
		 */
		delete: operations['removeLocation'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Lines': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List lines
		 * @description Lists the lines in scope by LocationId and Name, including inactive lines. WaitTime is the wait of a customer who checks in now. The API key of a kiosk lists the lines of its location.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listLines'];
		put?: never;
		/**
		 * Add a line
		 * @description The service assigns an Id unless you send one (already used: 409), and sets EntDate and ModDate.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addLine'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Lines/{Id}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a line
		 * @description **Callers:** Agent or Administrator.
		 */
		get: operations['readLine'];
		/**
		 * Change a line
		 * @description Changes only the fields that you send. Moving a line with visits to another location: 409.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeLine'];
		post?: never;
		/**
		 * Remove a line
		 * @description A line with visits becomes inactive instead; otherwise its questions and pictures are removed too.
		 *
		 *     **Callers:** Administrator.
		 */
		delete: operations['removeLine'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Stations': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List stations
		 * @description Lists the stations in scope by LocationId and Name, including inactive ones.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listStations'];
		put?: never;
		/**
		 * Add a station
		 * @description The service assigns a StationId unless you send one (already used: 409). LineIds must be lines of its location.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addStation'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Stations/{StationId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a station
		 * @description **Callers:** Agent or Administrator.
		 */
		get: operations['readStation'];
		/**
		 * Change a station
		 * @description Changes only the fields that you send. Moving a station with visits to another location: 409.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeStation'];
		post?: never;
		/**
		 * Remove a station
		 * @description A station with visits becomes inactive and closed instead.
		 *
		 *     **Callers:** Administrator.
		 */
		delete: operations['removeStation'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Agents': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List agents
		 * @description Lists the agents in scope by AgentName. SSN is masked unless an Administrator names it in fields.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listAgents'];
		put?: never;
		/**
		 * Add an agent
		 * @description Fields that the service writes (author and time of changes, sign-ins) and fields of the user (UserId, MfaActive, Roles) are ignored. A masked SSN that is sent back changes nothing.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addAgent'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Agents/{AgentId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read an agent
		 * @description **Callers:** Agent or Administrator.
		 */
		get: operations['readAgent'];
		/**
		 * Change an agent
		 * @description Changes the fields that you send. If the agent is no longer Active, its user is signed out and its API keys are revoked. 409 if the agent of the last Administrator would not be Active, or if the uplines would form a circle. Fields that the service writes (author and time of changes, sign-ins) and fields of the user (UserId, MfaActive, Roles) are ignored. A masked SSN that is sent back changes nothing.
		 *
		 *     If you change the address of password links (Email or BusinessEmail, if the user name is no address), switch RequireMFA or RestrictToSingleSession off, or make an agent with a user Active again, this call requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeAgent'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Agents/{AgentId}/Downline': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List an agent's downline
		 * @description Lists the agents in scope that name this agent as upline, MVP, AVP or RVP, by AgentName. AgentId in the path is the upline. To filter the listed agents by their AgentId, send AgentIdIn.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listDownline'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Agents/{AgentId}/LeftBehind': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the records that an agent still has
		 * @description Counts, by kind, the records that a hand-over transfers or closes: contacts (deleted ones too), shares, locks, smartsheet lines, open invitations, open and approved slots, future activities, planned appointments, open visits, locations and its downline.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listLeftBehind'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Agents/{AgentId}/HandOver': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Hand over all records of an agent
		 * @description Transfers or closes all records that LeftBehind lists, in one transaction, and returns their counts. With dryRun it changes nothing. 409 if the receiver is not active or the uplines would form a circle.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['handOverAgent'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SecuritiesSummary/Branch/{ParamStartDate}/{ParamEndDate}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Sum up the ledgers of a branch
		 * @description Returns one row for each agent in scope with ledger rows, by AgentId.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['summarizeBranch'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Users': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List users
		 * @description Ordered by UserName.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['listUsers'];
		put?: never;
		/**
		 * Add a user
		 * @description Only this response shows the password. The user signs in with it and must change it before any other call. 409 if the UserName is taken, or if the agent is linked to another user.
		 *
		 *     Requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addUser'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Users/{UserId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a user
		 * @description **Callers:** Administrator.
		 */
		get: operations['readUser'];
		/**
		 * Change a user
		 * @description Changes only the fields that you send, except MfaActive and LastLogin. Disabling a user ends the sessions and stops the API keys at once. The last enabled Administrator can neither be disabled nor lose the role: 409.
		 *
		 *     If you send UserName, Disabled, RequireMFA or MustChangePassword, or change Roles or AgentId, or switch RestrictToSingleSession off, this call requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeUser'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Users/{UserId}/Password': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Make a new password for a user
		 * @description Only this response shows the password. Ends all sessions of the user, who must change the password at the next sign-in before any other call. The API keys remain valid.
		 *
		 *     Requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes. An Administrator cannot do this to the own account: 403.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['makePassword'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Users/{UserId}/ResetMfa': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Remove a lost authenticator app
		 * @description Removes the recovery codes too, and ends all sessions of the user. With RequireMFA, the user must enrol again before any other call. A password of fewer than 15 characters must be changed before that.
		 *
		 *     Requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes. An Administrator cannot do this to the own account: 403.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['resetMfa'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Users/{UserId}/Unlock': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Clear the failed sign-ins of a user
		 * @description The user can then try to sign in at once. It requires the password, because a thief of a token could otherwise guess passwords without limit.
		 *
		 *     Requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes. An Administrator cannot do this to the own account: 403.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['unlockUser'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Users/{UserId}/Sessions': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List a user's sessions
		 * @description Ended and expired sessions are not listed.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['listUserSessions'];
		put?: never;
		post?: never;
		/**
		 * End a user's sessions
		 * @description The response lists the ended sessions.
		 *
		 *     Requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes. An Administrator cannot do this to the own account: 403.
		 *
		 *     **Callers:** Administrator.
		 */
		delete: operations['endUserSessions'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Users/{UserId}/Sessions/{SessionId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a user's session
		 * @description **Callers:** Administrator.
		 */
		get: operations['readUserSession'];
		put?: never;
		post?: never;
		/**
		 * End a user's session
		 * @description Requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes. An Administrator cannot do this to the own account: 403.
		 *
		 *     **Callers:** Administrator.
		 */
		delete: operations['endUserSession'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Users/{UserId}/ApiKeys': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List a user's API keys
		 * @description Lists expired and revoked keys too, the oldest first, without the secrets.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['listUserKeys'];
		put?: never;
		/**
		 * Make an API key for a user
		 * @description Only this response shows the key. 409 for an Administrator without ForAdministrator.
		 *
		 *     Requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes. An Administrator cannot do this to the own account: 403.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addUserKey'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Users/{UserId}/ApiKeys/{KeyId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		/**
		 * Revoke an API key
		 * @description The key is refused at once. The revoked key stays on the list. Revoking it again changes nothing.
		 *
		 *     Requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes. An Administrator cannot do this to the own account: 403.
		 *
		 *     **Callers:** Administrator.
		 */
		delete: operations['revokeUserKey'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Audit': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List changes
		 * @description Lists the calls that changed a record, read an SSN in full or exported records, newest first. No operation changes the audit. Changes is a JSON list of {Record, Id, Action, Before, After}; with RecordId, it has only the changes to that record. An export (Action `Export`) is a CSV or XLSX of 100 records or more, a JSON list of 1,000 or more, or a record set; Count and After have its number of records, format, filters and fields. A call with many changes, such as an import, has several entries of about 64 KB with the same RequestId. Secrets and SSNs are `***`, and so are personal values of a person who was erased. Record and RecordId find every entry that changed the record. At, UserId, RecordId and RequestId use an index; with another filter, add a range of At to keep the call fast. ChangesContains does not search personal values.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['listAudit'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Users/{UserId}/Unlink': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Remove a user's link to the sign-in provider
		 * @description Ends the sessions of a linked user. The next sign-in with the provider links the user again.
		 *
		 *     Requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes. An Administrator cannot do this to the own account: 403.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['unlinkUser'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Roles': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List roles
		 * @description Lists the roles with their permissions, by RoleId.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['listRoles'];
		put?: never;
		/**
		 * Add a role
		 * @description Users with the role may call the operations of its Permissions (by Code or PermissionId), on the rows that their own agent may see and on those of the locations where they work. A role can name each operation of `GET /v1/Roles/Operations`. A Code in use: 409.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addRole'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Roles/Operations': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the operations that a custom role may name
		 * @description Sorted by SortOrder, which is the order of this document.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['listRoleOperations'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Smartsheets/Lines': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List smartsheet lines
		 * @description Lists the lines whose owners are in scope, by ID and TableName.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listSmartsheetLines'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Smartsheets/Transfers': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List smartsheet transfers
		 * @description Lists the transfers from or to an agent in scope, newest first.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listSmartsheetTransfers'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Surveys': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List surveys
		 * @description Lists the surveys by Title, each with its questions by SortOrder and their options.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listSurveys'];
		put?: never;
		/**
		 * Add a survey
		 * @description Adds the survey with its questions and their options. All ids must be 0 or absent. The questions keep the order sent.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addSurvey'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Surveys/{SurveyId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a survey
		 * @description **Callers:** Agent or Administrator.
		 */
		get: operations['readSurvey'];
		/**
		 * Change a survey
		 * @description Changes only the fields that you send. A question with a QuestionId is changed, a question without one is added. Options replaces the whole list. Another text or kind of an answered question, or a change of an option that was chosen: 409.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeSurvey'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Survey/GiftCard/Invitations': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List invitations
		 * @description Lists the invitations whose agent, or whose contact's current agent, is in scope; latest ExpiresAt first.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listInvitations'];
		put?: never;
		/**
		 * Invite contacts to a survey
		 * @description Invites all contacts or none, for 60 days, in the name of your agent, or of the contact's agent if you have none. A contact keeps an open invitation to the survey; so does a contact who has answered, unless you send Again. A contact with DoNotContact, or a closed survey: 409.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['inviteContacts'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Survey/GiftCard/Invitations/Reminders': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Remind contacts of a survey
		 * @description Sends the invitation again to the contacts in scope who have not answered an open one, the oldest first, at most 500 at once. Returns these invitations. A contact gets no reminder within 24 hours of the last message about the invitation, so you can repeat the call. A closed survey: 409.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['remindContacts'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Survey/GiftCard/{SurveyGuid}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read the questions of an invitation
		 * @description Returns the survey with its questions and their options. An answered invitation: 409. An expired invitation, or a closed survey: 410.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readInvitation'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SurveyAdmin/Rewards': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List rewards
		 * @description Lists the rewards of invitations whose agent, or whose contact's current agent, is in scope; newest first.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listRewards'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SurveyAdmin/Rewards/{RewardId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		/**
		 * Change the status of a reward
		 * @description The contact's HasGiftCard is true while one of its rewards is Pending or Sent. A second reward of a contact for a survey that is not Cancelled: 409.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeReward'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SurveyAdmin/Results/{SurveyId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read the results of a survey
		 * @description Counts the answers in scope. Returns one row for each option of a Choice, chosen or not, and one row for a text question, by SortOrder of the question and Code.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readResults'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SurveyAdmin/Results/{SurveyId}/Answers': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the answers of a survey, with their questions
		 * @description Lists one row for each answered question of invitations whose agent, or whose contact's current agent, is in scope; newest first. To before From: 400.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listAnsweredQuestions'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Projects': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List projects
		 * @description Lists the projects by ProjectName.
		 *
		 *     **Callers:** all authenticated users.
		 */
		get: operations['listProjects'];
		put?: never;
		/**
		 * Add a project
		 * @description ProjectID must be 0 or absent. EndDate must not be before StartDate.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addProject'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Projects/{ProjectID}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a project
		 * @description **Callers:** all authenticated users.
		 */
		get: operations['readProject'];
		/**
		 * Change a project
		 * @description Changes only the fields that you send.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeProject'];
		post?: never;
		/**
		 * Remove a project
		 * @description A project with team members: 409.
		 *
		 *     **Callers:** Administrator.
		 */
		delete: operations['removeProject'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/webix/gantt/jobtypes': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List all job types of Gantt tasks
		 * @description Lists the job types by job_type_name.
		 *
		 *     **Callers:** all authenticated users.
		 */
		get: operations['listJobTypes'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SlotDistrictApprovals': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List slot district requests
		 * @description Lists the requests of the agents in scope, newest first.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listSlotDistrictApprovals'];
		put?: never;
		/**
		 * Request a slot
		 * @description Adds a request of your agent; an Administrator sends AgentID. A second open request of the agent for the same slot and school: 409. SchoolID, if sent, must be in the slot's district. The service sets Status, AVPID and the dates.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['addSlotDistrictApproval'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SlotDistrictApprovals/{Id}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		/**
		 * Decide a request for a slot
		 * @description Administrators approve or reject an open request; they and the requesting agent remove an open or approved request. A second approval for a slot and school: 409. The same decision again changes only the note; any other: 409.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		put: operations['decideSlotDistrictApproval'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/PolicyDocuments': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List policy documents
		 * @description Lists the policy documents by Name, each with its record types.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['listPolicyDocuments'];
		put?: never;
		/**
		 * Add a policy document
		 * @description Id must be 0 or absent. RecordType is a configured record type, or `*` for every type.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addPolicyDocument'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/PolicyDocuments/{Id}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a policy document
		 * @description **Callers:** Administrator.
		 */
		get: operations['readPolicyDocument'];
		/**
		 * Change a policy document
		 * @description Changes only the fields that you send. Defaults replaces the whole list of record types.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changePolicyDocument'];
		post?: never;
		/**
		 * Remove a policy document
		 * @description Removes the document from all record types too.
		 *
		 *     **Callers:** Administrator.
		 */
		delete: operations['removePolicyDocument'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Sets': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the record sets
		 * @description Lists the record sets that you can export or import as a file, by name.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['listRecordSets'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Sets/{Set}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Export a record set
		 * @description Returns every record in the order of its key, as CSV with a header or as one JSON object per line. Secrets and encrypted fields are left out. Records that have an ETag when they are read alone have a last column, Version.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['exportRecordSet'];
		put?: never;
		/**
		 * Import a record set
		 * @description Adds and updates records by their key, the whole file or nothing. A missing column leaves existing records unchanged and uses the default in new ones. If the service assigns the key, a row without it is added. New records get the defaults and checks of a POST. Bad lines are field errors named like `line 12.EventTypeName`: the first hundred bad lines; Meta.Total has their number. The set `users` needs a session that verified the password in the last 5 minutes, except for a dry run; so do rows of `agents` that change the user, the second factor or the address of password links of an agent with a user, and `contact-erasures`, which erases contacts. Records about erased persons are left out. A record of a merged contact goes to the contact that remains; of the merged contact's own row, it gets only the corrected values. Meta.Merged has the first hundred as `line 12: 49 to 25`. If the file has the column Version, Meta.Outdated has the lines that replaced changes made since the export, as `line 12, line 40`.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['importRecordSet'];
		/**
		 * Remove relations
		 * @description Removes records of the sets agent-locations, contact-shares, document-shares and user-locations. Another set: 409. Keys without a record are ignored.
		 *
		 *     **Callers:** Administrator.
		 */
		delete: operations['removeRelations'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Locations/{LocationId}/KioskKeys': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the keys of a location's kiosks
		 * @description Lists expired and revoked keys too, the oldest first, without the secrets.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['listKioskKeys'];
		put?: never;
		/**
		 * Make a key for a kiosk
		 * @description Only this response shows the key. The key belongs to the location and to no user: it reads the lines of the location with their waits, and checks in customers by telephone number and last name.
		 *
		 *     Requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addKioskKey'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Locations/{LocationId}/KioskKeys/{KeyId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		/**
		 * Revoke a kiosk's key
		 * @description The key is refused at once. The revoked key stays on the list. Revoking it again changes nothing.
		 *
		 *     Requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes.
		 *
		 *     **Callers:** Administrator.
		 */
		delete: operations['revokeKioskKey'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/CustomerCheckins/Customers': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Find a customer to check in
		 * @description Lists at most 20 customers: first those of which Search is a whole name, then others, each by name. A user who works at the location finds every customer of the agency; other callers find the contacts in their scope and those shared with them.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listCustomers'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/CustomerCheckins/SelfCheckin': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Check in at a kiosk
		 * @description For keys of the scope kiosk (`X-Api-Key`); Administrators can test it. If exactly one customer has the telephone number and the last name, checks in that customer and returns the place in the queue. A customer who is already in the queue keeps the place. Without LineId, a customer arrives for a booking, from 30 minutes before its time: with Phone or with its Code. Otherwise 404; a booking with the Code for another time or location: 409, with both in the message. A key can make ten calls a minute, and ten in ten minutes that find no booking.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['selfCheckIn'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Users/{UserId}/Locations': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the locations where a user works
		 * @description Lists the locations by Name.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['listUserLocations'];
		/**
		 * Set the locations where a user works
		 * @description LocationIds replaces the former locations, at once. The user needs no agent: the user's roles apply at these locations.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['setUserLocations'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Agents/{AgentId}/Locations': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the locations where an agent works
		 * @description Lists the locations by Name.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['listAgentLocations'];
		/**
		 * Set the locations where an agent works
		 * @description LocationIds replaces the former locations, at once, for the agent and its upline.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['setAgentLocations'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Appointments/{From}/{To}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List appointments
		 * @description Lists the appointments of agents in scope that are wholly or partly in the range, by StartDate. The service never changes Status by itself. To find past appointments that are still planned, send `Status=Planned&StartDateLessThanOrEqualTo=`.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listAppointments'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Appointments/{AppointmentId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read an appointment
		 * @description **Callers:** Agent or Administrator.
		 */
		get: operations['readAppointment'];
		/**
		 * Change an appointment
		 * @description Changes the fields that you send. Status Done logs an activity with the Note once, and raises LastContact. If a future appointment without a line becomes Done, it moves to now. With a line, it keeps its time, and what refuses the activity is in Meta.Warnings. 409 if you change a Done appointment, except Place and Note. Meta.Overlaps lists the agent's other planned appointments at that time, up to 10; they are allowed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		put: operations['changeAppointment'];
		post?: never;
		/**
		 * Remove an appointment
		 * @description The activity of a Done appointment remains. To keep the appointment, change its Status to Cancelled instead.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		delete: operations['removeAppointment'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Appointments': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Make an appointment
		 * @description Makes an appointment of your agent, or of another agent in scope, with a contact in scope or shared with your agent. 409 for outreach to a contact marked DoNotContact, for a contact locked by another agent, and for an agent that is not Active. Meta.Overlaps lists the agent's other planned appointments at that time, up to 10; they are allowed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['addAppointment'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Appointments/Calendar': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Make a calendar address
		 * @description Makes an address to which Outlook, Google and Apple Calendar can subscribe. The calendar has the appointments of your agent in the last 30 and the next 90 days, each with the name and the telephone number of the contact. Only this response shows the address. The address works until you end it, make another address, or your agent is not Active. 409 for a user without an agent.
		 *
		 *     Requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['makeCalendar'];
		/**
		 * End your calendar address
		 * @description Calendar programs that subscribe to the address can no longer read it.
		 *
		 *     Requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		delete: operations['endCalendar'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Agents/{AgentId}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of an agent
		 * @description Gives the fields of that change their former values by PUT /v1/Agents/{AgentId}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     If you change the address of password links (Email or BusinessEmail, if the user name is no address), switch RequireMFA or RestrictToSingleSession off, or make an agent with a user Active again, this call requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertAgent'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Agents/{AgentId}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of an agent
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readAgentHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Users/{UserId}/Sessions/{SessionId}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a user session
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['readUserSessionHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Users/{UserId}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a user
		 * @description Gives the fields of that change their former values by PUT /v1/Users/{UserId}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     Requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertUser'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Users/{UserId}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a user
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['readUserHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/{ContactId}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a contact
		 * @description Gives the fields of that change their former values by PUT /v1/Contacts/{ContactId}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['revertContact'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/{ContactId}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a contact
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readContactHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/EventType/{EventTypeId}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of an event type
		 * @description Gives the fields of that change their former values by PUT /v1/EventType/{EventTypeId}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertEventType'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/EventType/{EventTypeId}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of an event type
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Worker, Agent or Administrator.
		 */
		get: operations['readEventTypeHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Roles/{RoleId}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a role
		 * @description Gives the fields of that change their former values by PUT /v1/Roles/{RoleId}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertRole'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Roles/{RoleId}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a role
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** all authenticated users.
		 */
		get: operations['readRoleHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/CustomerCheckins/{Id}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a visit
		 * @description Gives the fields of that change their former values by POST /v1/CustomerCheckins/{Id}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['revertCheckin'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/CustomerCheckins/{Id}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a visit
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readCheckinHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Appointments/{AppointmentId}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of an appointment
		 * @description Gives the fields of that change their former values by PUT /v1/Appointments/{AppointmentId}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['revertAppointment'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Appointments/{AppointmentId}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of an appointment
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readAppointmentHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/LineQuestions/{Id}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a line question
		 * @description Gives the fields of that change their former values by PUT /v1/LineQuestions/{Id}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertLineQuestion'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/LineQuestions/{Id}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a line question
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['readLineQuestionHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Lines/{Id}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a line
		 * @description Gives the fields of that change their former values by PUT /v1/Lines/{Id}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertLine'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Lines/{Id}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a line
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readLineHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Locations/{LocationId}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a location
		 * @description Gives the fields of that change their former values by PUT /v1/Locations/{LocationId}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertLocation'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Locations/{LocationId}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a location
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readLocationHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Stations/{StationId}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a station
		 * @description Gives the fields of that change their former values by PUT /v1/Stations/{StationId}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertStation'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Stations/{StationId}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a station
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readStationHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Surveys/{SurveyId}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a survey
		 * @description Gives the fields of that change their former values by PUT /v1/Surveys/{SurveyId}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertSurvey'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Surveys/{SurveyId}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a survey
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readSurveyHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SlotDistricts/{SlotDistrictID}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a slot district
		 * @description Gives the fields of that change their former values by PUT /v1/SlotDistricts/{SlotDistrictID}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertSlotDistrict'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SlotDistricts/{SlotDistrictID}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a slot district
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readSlotDistrictHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Projects/{ProjectID}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a project
		 * @description Gives the fields of that change their former values by PUT /v1/Projects/{ProjectID}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertProject'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Projects/{ProjectID}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a project
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** all authenticated users.
		 */
		get: operations['readProjectHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/ProjectTeamMembers/{TeamMemberID}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a project team member
		 * @description Gives the fields of that change their former values by PUT /v1/ProjectTeamMembers/{TeamMemberID}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** all authenticated users.
		 */
		post: operations['revertProjectTeamMember'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/ProjectTeamMembers/{TeamMemberID}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a project team member
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** all authenticated users.
		 */
		get: operations['readProjectTeamMemberHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/PolicyDocuments/{Id}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a policy document
		 * @description Gives the fields of that change their former values by PUT /v1/PolicyDocuments/{Id}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertPolicyDocument'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/PolicyDocuments/{Id}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a policy document
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['readPolicyDocumentHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/PolicyDocuments/RecordTypes/{RecordType}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a record type
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readRecordTypeHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/ContactStatuses/{ContactStatusId}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a contact status
		 * @description Gives the fields of that change their former values by PUT /v1/ContactStatuses/{ContactStatusId}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertContactStatus'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/ContactStatuses/{ContactStatusId}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a contact status
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readContactStatusHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/ContactCategories/{ContactCategory}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a contact category
		 * @description Gives the fields of that change their former values by PUT /v1/ContactCategories/{ContactCategory}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertContactCategory'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/ContactCategories/{ContactCategory}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a contact category
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readContactCategoryHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SourceTypes/{SourceTypeId}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a source type
		 * @description Gives the fields of that change their former values by PUT /v1/SourceTypes/{SourceTypeId}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertSourceType'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SourceTypes/{SourceTypeId}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a source type
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readSourceTypeHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Jobs/{JobID}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a job
		 * @description Gives the fields of that change their former values by PUT /v1/Jobs/{JobID}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertJob'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Jobs/{JobID}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a job
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readJobHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/States/{StateID}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a state
		 * @description Gives the fields of that change their former values by PUT /v1/States/{StateID}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertState'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/States/{StateID}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a state
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readStateHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Counties/{CountyID}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a county
		 * @description Gives the fields of that change their former values by PUT /v1/Counties/{CountyID}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertCounty'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Counties/{CountyID}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a county
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readCountyHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Districts/{DistrictID}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a district
		 * @description Gives the fields of that change their former values by PUT /v1/Districts/{DistrictID}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertDistrict'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Districts/{DistrictID}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a district
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readDistrictHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Schools/{SchoolID}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a school
		 * @description Gives the fields of that change their former values by PUT /v1/Schools/{SchoolID}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertSchool'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Schools/{SchoolID}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a school
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readSchoolHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Webhooks/{WebhookId}/History/{AuditId}/Revert': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a change of a webhook
		 * @description Gives the fields of that change their former values by PUT /v1/Webhooks/{WebhookId}, with its rules and access. 409 if one of them has changed since, has the former value `***`, or is not written by that operation.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['revertWebhook'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Webhooks/{WebhookId}/History': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes of a webhook
		 * @description Newest first, for callers who may read the record. Calls older than RETAIN_AUDIT are not listed.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['readWebhookHistory'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/Duplicates': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List possible duplicates
		 * @description Lists groups of contacts that you can see and that share an e-mail address, a telephone number, or name and birth date. A contact can be in several groups. A group does not list a contact that is marked as different from all others of the group, and a group without two unmarked contacts is not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listDuplicates'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/Duplicates/Different': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List contacts that are different people
		 * @description Lists the pairs of contacts that were marked as different people, newest first, if you can see both.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listDifferentContacts'];
		put?: never;
		/**
		 * Mark contacts as different people
		 * @description Marks each two of the contacts as different people, for all users: the list of possible duplicates no longer groups the two. All owners must be in scope. Returns all pairs of the contacts.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['markDifferentContacts'];
		/**
		 * Unmark contacts as different people
		 * @description Takes back the marks between the contacts, and returns them. All owners must be in scope.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		delete: operations['unmarkDifferentContacts'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/Merges': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List merges
		 * @description Lists the merged contacts, newest merge first, if the owners of both contacts are in scope. A merge that was undone is not listed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listMerges'];
		put?: never;
		/**
		 * Make many merges
		 * @description Makes up to 50 merges, all or none, each as the merge of one contact does. No contact may be in two merges. Each error has the place of its merge. Returns the remaining contacts in the order sent.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['mergeManyContacts'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/{ContactId}/Merge': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Merge contacts
		 * @description All records that refer to the contacts of From then refer to this contact. Each unset field takes the value of the first contact of From that has a value, unless Take names another contact. SMSOptIn comes with its telephone number, or is not set. DoNotContact is set if any of the contacts has it. The contacts of From are deleted, and their Meta.MergedInto names this contact. An activity with values of its own moves by a millisecond if this contact has one of the same agent, type and time. Meta.Dropped counts the records that this contact has already, and marks of these contacts as different people. All owners must be in scope. 409 for a contact that another agent has locked, and for open visits of two of the contacts at one location.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['mergeContacts'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/{ContactId}/Unmerge': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo a merge
		 * @description Undoes the last merge into this contact, up to 30 days later (410 after that). Restores the merged contacts and each value that has not changed since the merge. Meta.NotRestored counts the changes that were not undone. Returns this contact and the restored contacts. With the id of a merged contact, it undoes the merge into the contact that remained. 409 if no contact was merged into this one, or if a later merge must be undone first.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['unmergeContacts'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/{ContactId}/Image': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		/**
		 * Set the image of a contact
		 * @description AttachmentId is a JPEG, PNG, GIF or WebP that you have uploaded (POST /v1/Files) or may read. It becomes the ContactImage, which callers who may read the contact download by GET /v1/Files/{AttachmentId}. The owner must be in scope. 409 for a contact that another agent has locked, and for the image of another contact.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		put: operations['setContactImage'];
		post?: never;
		/**
		 * Remove the image of a contact
		 * @description Removes the file too, unless another record names it. If the contact has no image, the call changes nothing.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		delete: operations['removeContactImage'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Files': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Upload a file
		 * @description Send the file as the body, or as the only file of a form. By its content it must be PDF, JPEG, PNG, GIF, WebP, HEIC, TIFF, plain text, DOCX, XLSX, PPTX, ODT or ODS. Name its AttachmentId in a document, an image of a line or the image of a contact within 24 hours, or the file is removed. 409 if you have 200 files, or 1 GiB, that you have not named yet.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['uploadFile'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Files/{AttachmentId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Download a file
		 * @description Sends the file as an attachment. 404 unless you may read a document, a line or a contact that names it. Send the header Range to get a part.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['downloadFile'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/CustomerCheckins/{Id}/Documents': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the documents of a visit
		 * @description Lists the documents of the visit by LineName and DateAdded. Missing has the lines with RequireUpload that have no document.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listVisitDocuments'];
		put?: never;
		/**
		 * Hand in a document for a visit
		 * @description Adds the file to the documents of the customer. The response has the document, and the lines whose document is still missing. 409 for a visit that is Completed or Cancelled.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['addVisitDocument'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/CustomerCheckins/{Id}/Documents/{DocumentId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		/**
		 * Take back a document of a visit
		 * @description Removes the document, and its file if nothing else names it. 409 for a visit that is Completed or Cancelled.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		delete: operations['removeVisitDocument'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Lines/{Id}/Images': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Add a picture to a line
		 * @description AttachmentId is a JPEG, PNG, GIF or WebP that you have uploaded (POST /v1/Files) or may read. Callers who may read the line download the picture by GET /v1/Files/{ImageId}. A picture of another line: 409.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addLineImage'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Lines/{Id}/Images/{ImageId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		/**
		 * Remove a picture from a line
		 * @description Removes the file too, unless another record names it.
		 *
		 *     **Callers:** Administrator.
		 */
		delete: operations['removeLineImage'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Dropbox/Documents': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Add a document
		 * @description Adds an uploaded file to the documents of a contact or an agent in scope. AttachmentId is a file that you have uploaded (POST /v1/Files) or may read. The service sets DateAdded and FileSizeInKB.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['addDocument'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Dropbox/Documents/{Id}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		/**
		 * Remove a document
		 * @description Removes the document with its shares, and the file if nothing else names it. The owner must be in scope.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		delete: operations['removeDocument'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Dropbox/Documents/{Id}/Shares': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		/**
		 * Share a document
		 * @description Replaces the agents that the document is shared with. The owner must be in scope. 409 for a Locked document.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		put: operations['shareDocument'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Messages': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List messages
		 * @description Lists the mails and text messages to contacts in scope, newest first. Administrators see all messages, also those to agents and users.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listMessages'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Messages/{MessageId}/Resend': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Send a message again
		 * @description Sends the message again, now or after the quiet hours, to the current address of its receiver. 409 if the receiver must not get messages, no channel is configured, or the record has changed since.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['resendMessage'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Messages/{MessageId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		post?: never;
		/**
		 * Cancel a message
		 * @description A message that waits (State Pending) becomes NotSent; one that is NotSent remains so. 409 for a message that was sent or has failed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		delete: operations['cancelMessage'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/MessageTemplates/{Kind}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read the wording of a kind of message
		 * @description Returns the wording in each language, and the names of the values that it can show.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['readMessageTemplate'];
		/**
		 * Change the wording of a kind of message
		 * @description Changes the parts that you send, in one language (MESSAGE_LANGUAGE by default). `[[Name]]` shows a value; `[[#Place]]…[[/Place]]` shows the text between the tags only if Place has a value. If all parts are empty, the service uses its own wording again.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeMessageTemplate'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/MessageTemplates/{Kind}/Preview': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Preview a message about a record
		 * @description Fills the wording that you send, or the wording in use, from a record. Nothing is sent or stored.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['previewMessageTemplate'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Webhooks': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List webhooks
		 * @description **Callers:** Administrator.
		 */
		get: operations['listWebhooks'];
		put?: never;
		/**
		 * Add a webhook
		 * @description The section `webhooks` of openapi.json lists the events. Only this response shows the secret, which verifies the signatures by Standard Webhooks. Another instance of the service takes up to 5 seconds until it writes events for the webhook. More than 20 webhooks: 409.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addWebhook'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Webhooks/{WebhookId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a webhook
		 * @description **Callers:** Administrator.
		 */
		get: operations['readWebhook'];
		/**
		 * Change a webhook
		 * @description Changes only the fields that you send. Active: true switches on a webhook that the service has switched off, and delivers the events that waited.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeWebhook'];
		post?: never;
		/**
		 * Remove a webhook
		 * @description Removes its deliveries too.
		 *
		 *     **Callers:** Administrator.
		 */
		delete: operations['removeWebhook'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Webhooks/{WebhookId}/Secret': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Make a new secret for a webhook
		 * @description Only this response shows the secret. The former secret signs too for 24 hours.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['renewWebhookSecret'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Webhooks/{WebhookId}/Deliveries': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the deliveries of a webhook
		 * @description Lists the deliveries of the last 30 days, newest first.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['listDeliveries'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Webhooks/{WebhookId}/Deliveries/{DeliveryId}/Redeliver': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Deliver an event again
		 * @description Sends the event with the same id and body, so that a receiver recognizes it. A delivery that is still being tried: 409.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['redeliver'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Webhooks/{WebhookId}/Test': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Send a test event to a webhook
		 * @description Writes the event `webhook.test`. The list of deliveries shows the outcome. An inactive webhook: 409.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['testWebhook'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SlotDistricts': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List slots of districts
		 * @description Lists the slots of districts by Description.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listSlotDistricts'];
		put?: never;
		/**
		 * Add a slot of a district
		 * @description **Callers:** Administrator.
		 */
		post: operations['addSlotDistrict'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SlotDistricts/{SlotDistrictID}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a slot of a district
		 * @description **Callers:** Agent or Administrator.
		 */
		get: operations['readSlotDistrict'];
		/**
		 * Change a slot of a district
		 * @description **Callers:** Administrator.
		 */
		put: operations['changeSlotDistrict'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/PolicyDocuments/RecordTypes': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List record types
		 * @description Lists the record types for which policy documents can be offered, by RecordType.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listRecordTypes'];
		put?: never;
		/**
		 * Add a record type
		 * @description A type that exists in any letter case: 409.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addRecordType'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/PolicyDocuments/RecordTypes/{RecordType}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a record type
		 * @description The letter case of the type does not matter.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readRecordType'];
		/**
		 * Rename a record type
		 * @description The documents of the type are offered under its new name. 409 if another type has the name.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeRecordType'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/ContactStatuses': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List contact statuses
		 * @description Lists the statuses of contacts by ContactStatusDesc.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listContactStatuses'];
		put?: never;
		/**
		 * Add a contact status
		 * @description The service assigns the id, unless you send one: contacts may already have it.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addContactStatus'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/ContactStatuses/{ContactStatusId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a contact status
		 * @description **Callers:** Agent or Administrator.
		 */
		get: operations['readContactStatus'];
		/**
		 * Change a contact status
		 * @description All contacts with this ContactStatusId then have the new ContactStatusDesc.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeContactStatus'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/ContactCategories': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List contact categories
		 * @description Lists the categories of contacts by ContactCategoryName.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listContactCategories'];
		put?: never;
		/**
		 * Add a contact category
		 * @description The service assigns the id, unless you send one: contacts may already have it.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addContactCategory'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/ContactCategories/{ContactCategory}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a contact category
		 * @description **Callers:** Agent or Administrator.
		 */
		get: operations['readContactCategory'];
		/**
		 * Change a contact category
		 * @description All contacts with this ContactCategory then have the new ContactCategoryName.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeContactCategory'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SourceTypes': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List source types
		 * @description Lists the source types of contacts by SourceTypeDesc.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listSourceTypes'];
		put?: never;
		/**
		 * Add a source type
		 * @description The service assigns the id, unless you send one: contacts may already have it.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addSourceType'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SourceTypes/{SourceTypeId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a source type
		 * @description **Callers:** Agent or Administrator.
		 */
		get: operations['readSourceType'];
		/**
		 * Change a source type
		 * @description All contacts with this SourceTypeId then have the new SourceTypeDesc.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeSourceType'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Jobs': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List jobs
		 * @description Lists the jobs of contacts by JobName.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listJobs'];
		put?: never;
		/**
		 * Add a job
		 * @description The service assigns the id, unless you send one: contacts may already have it.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addJob'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Jobs/{JobID}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a job
		 * @description **Callers:** Agent or Administrator.
		 */
		get: operations['readJob'];
		/**
		 * Change a job
		 * @description All contacts with this JobID then have the new JobName.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeJob'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/States': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List states
		 * @description Lists the states by StateName.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listStates'];
		put?: never;
		/**
		 * Add a state
		 * @description **Callers:** Administrator.
		 */
		post: operations['addState'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/States/{StateID}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a state
		 * @description **Callers:** Agent or Administrator.
		 */
		get: operations['readState'];
		/**
		 * Change a state
		 * @description **Callers:** Administrator.
		 */
		put: operations['changeState'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Counties': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List counties
		 * @description Lists the counties by County.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listCounties'];
		put?: never;
		/**
		 * Add a county
		 * @description **Callers:** Administrator.
		 */
		post: operations['addCounty'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Counties/{CountyID}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a county
		 * @description **Callers:** Agent or Administrator.
		 */
		get: operations['readCounty'];
		/**
		 * Change a county
		 * @description **Callers:** Administrator.
		 */
		put: operations['changeCounty'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Districts': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List school districts
		 * @description Lists the school districts by DistrictName.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listDistricts'];
		put?: never;
		/**
		 * Add a district
		 * @description **Callers:** Administrator.
		 */
		post: operations['addDistrict'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Districts/{DistrictID}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a district
		 * @description **Callers:** Agent or Administrator.
		 */
		get: operations['readDistrict'];
		/**
		 * Change a district
		 * @description **Callers:** Administrator.
		 */
		put: operations['changeDistrict'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Schools': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List schools
		 * @description Lists the schools by SchoolName.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listSchools'];
		put?: never;
		/**
		 * Add a school
		 * @description **Callers:** Administrator.
		 */
		post: operations['addSchool'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Schools/{SchoolID}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a school
		 * @description **Callers:** Agent or Administrator.
		 */
		get: operations['readSchool'];
		/**
		 * Change a school
		 * @description **Callers:** Administrator.
		 */
		put: operations['changeSchool'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Imports': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List imports
		 * @description Lists your imports, newest first; Administrators see those of all users, and undo them. An import that an Administrator previews anew or runs becomes their own, because its rows show all records that they see.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listImports'];
		put?: never;
		/**
		 * Upload a file to import, and preview it
		 * @description Send the file as the body, or in a form with the options as its fields. The file is CSV with commas, semicolons, tabs or bars, in UTF-8, UTF-16 or Windows-1252 (name another encoding in its Content-Type), or a workbook (XLSX), of which the first sheet counts: at most 50,000 rows. Columns are recognised by the names of fields, by the titles of other programs and offices (E-Mail, Zip Code, Apellidos), and by names instead of ids (AgentName, State, District). Full names are divided if no column has first or last names. Agents import contacts and activities in their scope. Nothing is imported before the run. The file is kept encrypted for 30 days. Files are read one after the other, and users take turns; 429 if 8 of your imports are received, wait or run already, or 20 of all users.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['uploadImport'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Imports/Sets': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the record sets that you may import
		 * @description Lists the record sets by name, each with the fields that a column may be mapped to, their titles and groups.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listImportSets'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Imports/{ImportId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read an import
		 * @description While the import runs, its counts are those of the lines that are done.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readImport'];
		/**
		 * Change the options of an import, and preview it anew
		 * @description Options that you do not send stay as they are.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		put: operations['changeImport'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Imports/{ImportId}/Lines': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the lines that an import changes, one row for each
		 * @description Lists the lines that have changes, doubts or errors, in their order. Rows has these, filtered by Line.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listImportLines'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Imports/{ImportId}/Rows': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the changes, doubts and errors of an import
		 * @description Lists every change, doubt and error in the order of the lines: of the preview, and after a run of the import. Lines that change nothing are left out. A doubt is a possible duplicate, a value that a spreadsheet damaged, or a record that has changed since its export.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listImportRows'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Imports/{ImportId}/Run': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Run an import
		 * @description Imports the whole file in one transaction, or nothing if a line has an error. Doubtful lines are left out unless Doubtful is `take`, or TakeReasons or TakeLines has them. 409 with the first ImportId in Meta if you imported the same file before, unless you send Again; 409 too if the preview is Shortened, or the import was undone: preview it anew.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['runImport'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Imports/{ImportId}/Undo': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Undo an import
		 * @description Takes back what the import did, in one transaction: gives changed fields their former values, and removes added records (contacts become deleted). Fields and records that have changed since stay as they are; LeftBehind lists them. With dryRun, nothing is changed.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['undoImport'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/{ContactId}/Person': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Export all data of a person
		 * @description Lists every value that is stored about the contact and about contacts that were merged into it, in all tables, the files and the audit; also smartsheet lines whose ClientName is the name of the contact. Leaves out unset fields. The audit records the export.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['listPerson'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/{ContactId}/Person/Files': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Download all data and files of a person
		 * @description Sends a ZIP file: `person.html` for reading, `person.json` with the same records as `agency person export`, and the files of the contact in the folder `files`, each named by its AttachmentId. The audit records this.
		 *
		 *     **Callers:** Administrator.
		 */
		get: operations['downloadPerson'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/{ContactId}/Erase': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Erase a person
		 * @description Removes the identity and the answers of the contact and of contacts that were merged into it, cancels planned appointments and messages that wait, ends imports with the person in their files, and lists what was removed, what remains and why. This cannot be undone, and no import brings the person back. Earlier backups still contain the person: import the record set `contact-erasures` after a restore. 409 for a contact that is locked or has an open visit.
		 *
		 *     Requires `OwnPassword`, the caller's password, unless the session verified it in the last 5 minutes.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['erasePerson'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Contacts/Report': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Report on contacts, agent by agent
		 * @description Returns a row for each agent in scope who has contacts, by AgentId.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['reportContacts'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Activities/Report/{From}/{To}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Report on activities, month by month
		 * @description Counts the activities with the contacts in scope, as GET /v1/Activities lists them. Returns a row for each month, agent and event type, by Month, AgentId and EventTypeId. The range has at most 366 business days.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['reportActivities'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SecuritiesSummary/Ledger/{From}/{To}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the lines of the ledgers
		 * @description Lists the listings, adjustments and payments of the agents in scope, by Day, AgentId, Kind and Id. Omits void listings unless you filter by Void.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listLedgerLines'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Bookings/{AppointmentId}/Arrive': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Check in a booked customer
		 * @description Adds the visit of the booking, at any time of its day, and returns it. Again: the same visit. A walk-in visit of the customer on the line becomes the visit of the booking; an open one on another line: 409, its Id in Meta.CheckInId. A customer who comes later than LateMinutes waits as a walk-in.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['arriveForBooking'];
		/**
		 * Take back an arrival
		 * @description Cancels the Waiting or Called visit of the booking and returns it. The booking is Planned again.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		delete: operations['takeBackArrival'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Bookings/Free/{LineId}/{From}/{To}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the free times of a line
		 * @description Lists each quarter-hour that has not begun and from which a booking fits into the opening hours and the places of the line and of the location. The range has at most 31 business days.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listFreeTimes'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Bookings/At/{LocationId}/{From}/{To}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List the bookings of a location
		 * @description Lists the bookings of at most 31 business days, by StartDate.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listBookings'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Bookings': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/**
		 * Book for a customer
		 * @description Books a time at a line for a contact (CustomerId), or for a new customer, who becomes a contact of the agent of the line's rule; Meta.PossibleDuplicates names contacts that may be the same person. No free place, or closed: 409 with the three nearest free starts in Meta.Next. Overbook takes the time all the same (Meta.Overbooked).
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		post: operations['addBooking'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Bookings/{AppointmentId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read a booking
		 * @description An appointment without a line: 404.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readBooking'];
		/**
		 * Move, cancel or correct a booking
		 * @description Changes only the fields that you send. A move is one change: the booking keeps its Code and its link. One whose customer has arrived does not move: 409 with Meta.CheckInId. No free place, or closed: 409 with the three nearest free starts in Meta.Next. Overbook takes the time all the same (Meta.Overbooked).
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		put: operations['changeBooking'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Bookings/Report/{From}/{To}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Report on bookings, day by day and line by line
		 * @description Returns a row for each business day and line of the locations in scope, by Day, LocationName and LineName. The range has at most 366 business days.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['reportBookings'];
		put?: never;
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/Lines/{Id}/BookingRule': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * Read how a line is booked
		 * @description A line without a stored rule has the default values.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['readBookingRule'];
		/**
		 * Change how a line is booked
		 * @description Changes only the fields that you send. An agent that is not Active: 409. Meta.Bookings counts the bookings ahead that the present hours would not give; they remain.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeBookingRule'];
		post?: never;
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SpecialDays': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		/**
		 * List special days
		 * @description Lists the days of all locations and of the locations in scope, by FirstDay.
		 *
		 *     **Callers:** Agent or Administrator.
		 */
		get: operations['listSpecialDays'];
		put?: never;
		/**
		 * Add a special day
		 * @description On special days, a location is closed or has other opening hours. A day of one location goes before a day of all, and both go before the weekly hours. Two of one location, or of all, that share a day: 409. Meta.Bookings counts the bookings ahead that the present hours would not give; they remain. CancelBookings cancels those that the day shuts out, and tells the customers; dryRun lists them.
		 *
		 *     **Callers:** Administrator.
		 */
		post: operations['addSpecialDay'];
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'/v1/SpecialDays/{SpecialDayId}': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		/**
		 * Change a special day
		 * @description Changes only the fields that you send, like the POST. Meta.Bookings counts the bookings ahead that the present hours would not give; they remain.
		 *
		 *     **Callers:** Administrator.
		 */
		put: operations['changeSpecialDay'];
		post?: never;
		/**
		 * Remove a special day
		 * @description Meta.Bookings counts the bookings ahead that the present hours would not give; they remain.
		 *
		 *     **Callers:** Administrator.
		 */
		delete: operations['removeSpecialDay'];
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
}
export interface webhooks {
	'appointment.arrived': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A booked customer arrived. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'appointment.arrived';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'appointment.cancelled': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** An appointment was cancelled. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'appointment.cancelled';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'appointment.changed': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** An appointment was changed. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'appointment.changed';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'appointment.completed': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** An appointment took place. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'appointment.completed';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'appointment.created': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** An appointment was added. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'appointment.created';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'appointment.deleted': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** An appointment was deleted. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'appointment.deleted';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'appointment.missed': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A customer did not come to an appointment. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'appointment.missed';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'appointment.moved': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** An appointment was moved to another time. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'appointment.moved';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'contact.changed': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A contact was changed. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'contact.changed';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'contact.created': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A contact was added. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'contact.created';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'contact.deleted': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A contact was deleted; it can be restored, unless it was erased. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'contact.deleted';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'contact.restored': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A deleted contact was restored. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'contact.restored';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'contact.transferred': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A contact got another agent. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'contact.transferred';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'invitation.answered': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A contact answered a survey. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'invitation.answered';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'invitation.changed': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** An invitation was changed. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'invitation.changed';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'invitation.created': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** An invitation was added. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'invitation.created';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'invitation.deleted': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** An invitation was deleted. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'invitation.deleted';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'slot-request.changed': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A slot request was changed. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'slot-request.changed';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'slot-request.created': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A slot request was added. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'slot-request.created';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'slot-request.decided': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A request for a slot was decided. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'slot-request.decided';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'slot-request.deleted': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A slot request was deleted. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'slot-request.deleted';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'visit.called': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A customer was called to a station. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'visit.called';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'visit.cancelled': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A visit was cancelled. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'visit.cancelled';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'visit.changed': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A visit was changed. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'visit.changed';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'visit.completed': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A visit was completed. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'visit.completed';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'visit.created': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A visit was added. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'visit.created';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'visit.deleted': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A visit was deleted. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'visit.deleted';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'visit.forwarded': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A customer was forwarded to another line. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'visit.forwarded';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'visit.missed': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** A called customer did not come. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'visit.missed';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
	'visit.served': {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		get?: never;
		put?: never;
		/** The service of a customer began. */
		post: {
			parameters: {
				query?: never;
				header: {
					'webhook-id': components['parameters']['webhook-id-header'];
					'webhook-timestamp': components['parameters']['webhook-timestamp-header'];
					'webhook-signature': components['parameters']['webhook-signature-header'];
				};
				path?: never;
				cookie?: never;
			};
			requestBody: {
				content: {
					'application/json': {
						/** @constant */
						type: 'visit.served';
						/** Format: date-time */
						timestamp: string;
						data: components['schemas']['WebhookData'];
					};
				};
			};
			responses: {
				410: components['responses']['SwitchedOff'];
				'2XX': components['responses']['Delivered'];
				default: components['responses']['NotDelivered'];
			};
		};
		delete?: never;
		options?: never;
		head?: never;
		patch?: never;
		trace?: never;
	};
}
export interface components {
	schemas: {
		Failure: {
			ResponseStatus: components['schemas']['ResponseStatus'];
		};
		ResponseStatus: {
			ErrorCode: string | null;
			Message: string | null;
			StackTrace: string | null;
			Errors: components['schemas']['ResponseError'][];
			Meta: {
				[key: string]: string;
			};
		};
		ResponseError: {
			ErrorCode: string;
			FieldName: string;
			Message: string;
			Meta: {
				[key: string]: string;
			};
		};
		SignInResponse: {
			UserId: string;
			UserName: string;
			DisplayName: string;
			/**
			 * Format: int32
			 * @description The user's own agent; 0 if the user has no agent.
			 */
			AgentId: number;
			Roles: string[];
			/** @description For `Authorization: Bearer`; valid for 15 minutes. */
			BearerToken: string;
			/** @description Works once, for one refresh. */
			RefreshToken: string;
			/** @description When the bearer token expires. */
			ExpiresAt: string;
			ResponseStatus: components['schemas']['ResponseStatus'];
		};
		DoneResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
		};
		PasswordResponse: {
			/** @description For `Authorization: Bearer`; valid for 15 minutes. */
			BearerToken: string;
			/** @description Replaces the session's refresh token, which is refused from now on. */
			RefreshToken: string;
			/** @description When the bearer token expires. */
			ExpiresAt: string;
			ResponseStatus: components['schemas']['ResponseStatus'];
		};
		MeResponse: {
			UserId: string;
			UserName: string;
			DisplayName: string;
			/**
			 * Format: int32
			 * @description The user's own agent; 0 if the user has no agent.
			 */
			AgentId: number;
			Roles: string[];
			/** @description The names of Roles, in the same order, for people. */
			RoleNames: string[];
			/** @description Whether sign-in needs a one-time code. */
			MfaActive: boolean;
			/** @description The operations that the caller may call, by the operationIds of this document. The scope of the caller decides which records they show. */
			Operations: string[];
			/** @description The time zone of the business: an IANA name. */
			TimeZone: string;
			/** @description The current day in TimeZone. */
			Today: string;
			/**
			 * Format: int32
			 * @description Hours after which an agent's lock on a contact expires.
			 */
			LockHours: number;
			/** @description The country of telephone numbers without a country code: ISO 3166. */
			Country: string;
			ResponseStatus: components['schemas']['ResponseStatus'];
		};
		MfaEnrolResponse: {
			/** @description Base32, for the authenticator app. */
			Secret: string;
			/** @description The secret as otpauth:// URI. */
			OtpauthUri: string;
			/** @description The secret as QR code: a picture as data: URI. */
			QrCode: string;
			ResponseStatus: components['schemas']['ResponseStatus'];
		};
		MfaConfirmResponse: {
			/** @description Each code signs in once, as `Code`, if the authenticator app is lost. */
			RecoveryCodes: string[];
			ResponseStatus: components['schemas']['ResponseStatus'];
		};
		SessionsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Sessions: components['schemas']['ListedSession'][];
		};
		ListedSession: {
			SessionId: string;
			StartedAt: string;
			/** @description When the session began or was last refreshed. */
			LastUsedAt: string;
			/** @description When the session ends, unless it is refreshed before. */
			ExpiresAt: string;
			/** @description The address of the client that signed in. */
			Address: string;
			/** @description The User-Agent header of the sign-in. */
			UserAgent: string;
			/** @description The session of this call. */
			Current: boolean;
		};
		OpenIdResponse: {
			/** @description Whether OpenID Connect is configured. */
			Enabled: boolean;
			/** @description The name of the provider, for the sign-in button. */
			Name: string;
			ResponseStatus: components['schemas']['ResponseStatus'];
		};
		OpenIdStartResponse: {
			/** @description The page of the provider where the browser signs in. */
			Url: string;
			ResponseStatus: components['schemas']['ResponseStatus'];
		};
		SmartsheetsTransferResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			lines: components['schemas']['SmartsheetRecord'][];
		};
		SmartsheetRecord: {
			/** Format: int32 */
			ID: number;
			TableName: string;
			PolicyAssociateId: string;
			/** @description The owner's name. */
			AgentName: string;
			ClientName: string;
			PolicyNumber: string;
			TransactionId: string;
			type: string;
		};
		WebixGanttTask: {
			/** @description Id of the task. In a new task: a temporary id of the client. */
			id: string;
			/**
			 * @description The default in a new record is `"task"`.
			 * @enum {string}
			 */
			type: 'task' | 'project' | 'milestone' | 'split';
			/** @description In a new task: today by default. */
			start_date: string;
			planned_start: string;
			/** @description Derived from start_date and duration. If you send it without a duration, it determines the duration. */
			end_date: string;
			planned_end: string;
			/** @description The default in a new record is `"New Task"`. */
			text: string;
			/**
			 * Format: int32
			 * @description Percent.
			 */
			progress: number;
			/** @description 0: the task is at the top. The default in a new record is `"0"`. */
			parent: string;
			/**
			 * Format: int32
			 * @description Position among the siblings, from 0. If it is too high, the task comes last.
			 */
			position: number;
			/**
			 * Format: int32
			 * @description Length in whole days of 24 hours.
			 */
			duration: number;
			/**
			 * Format: int32
			 * @description Length in whole days of 24 hours.
			 */
			planned_duration: number | null;
			details: string;
			/** @description Equals opened; if you send both, opened counts. */
			open: boolean;
			/**
			 * Format: int32
			 * @description 1: the task's children are shown.
			 */
			opened: number;
			/** Format: int32 */
			job_type_id: number | null;
			/** @description Name of the job type; read-only. */
			job_type_name: string;
			/** @description UserId of the creator of the task; read-only. */
			created_by_id: string;
		};
		WebixGanttLink: {
			/** @description Id of the link. In a new link: a temporary id of the client. */
			id: string;
			source: string;
			target: string;
			/**
			 * Format: int32
			 * @description 0 EndToStart, 1 StartToStart, 2 EndToEnd, 3 StartToEnd.
			 * @enum {integer}
			 */
			type: 0 | 1 | 2 | 3;
		};
		CustomerCheckinsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			CustomerCheckins: components['schemas']['CustomerCheckinObject'][];
			CustomerCheckinRequirements: components['schemas']['CheckinInformation'] | null;
		};
		CustomerCheckinObject: {
			Id: string;
			/** @description The current line of the visit. It is one of LineIds. */
			LineId: string;
			/** @description ContactGUID of the contact. */
			CustomerId: string;
			/** @description UserId of the user who serves the customer: an active agent, or a user who works at the location. */
			EmployeeId: string;
			LocationId: string;
			/** @description A station of the location. */
			StationId: string;
			SignInTime: string;
			/** @description The time that determines the position in the queue. */
			AdjustedSignInTime: string;
			SendReminders: boolean;
			/**
			 * Format: int32
			 * @description 0 Waiting, 1 Called, 2 Serving, 3 Completed, 4 NoShow, 5 Cancelled.
			 * @enum {integer}
			 */
			Status: 0 | 1 | 2 | 3 | 4 | 5;
			/**
			 * Task minutes
			 * Format: int32
			 * @description Whole minutes from Serving to Completed, unless sent.
			 */
			TaskTime: number;
			/** @description true if Status is 3. */
			Completed: boolean;
			/** @description When Status became 3; the service sets it. */
			CompletedTime: string;
			QuestionnaireSubmitted: boolean;
			/** @description All lines of the visit. */
			LineIds: string[];
		};
		CheckinInformation: {
			Id: string;
			LocationId: string;
			LocationName: string;
			CustomerId: string;
			QuestionnaireSubmitted: boolean;
			/** @description Names of the lines, comma-separated. */
			Name: string;
			/** @description Descriptions of the lines, comma-separated. */
			Description: string;
			/** Format: int32 */
			TotalServiceDurationMinutes: number;
			/** Format: double */
			TotalCost: number;
			SendQuestionnaire: boolean;
			RequireUpload: boolean;
			Questions: components['schemas']['LineQuestion'][];
			Lines: components['schemas']['Line'][];
		};
		LineQuestion: {
			/** Format: int32 */
			Id: number;
			/** @description The visit to which the answer belongs; unset in a question. */
			CustomerCheckInId: string;
			LineId: string;
			Question: string;
			Answer: string;
			/** @description false: the question is retired. It keeps its answers. The default in a new record is `true`. */
			Active: boolean;
		};
		Line: {
			Id: string;
			LocationId: string;
			LocationName: string;
			Name: string;
			Description: string;
			/** Format: int32 */
			ServiceDurationMinutes: number;
			/**
			 * Wait minutes
			 * Format: int32
			 * @description Expected minutes until the customer is called.
			 */
			WaitTime: number;
			/** Format: double */
			Cost: number;
			/** Format: int32 */
			UpperThreshold: number;
			/** Format: int32 */
			LowerThreshold: number;
			/** @description Customers can check in to this line. The default in a new record is `true`. */
			Active: boolean;
			EntDate: string;
			ModDate: string;
			SendQuestionnaire: boolean;
			RequireUpload: boolean;
			UploadMessage: string;
			LineImages: components['schemas']['LineImage'][];
		};
		LineImage: {
			ImageId: string;
			LineId: string;
			ImageTitle: string;
			UploadDate: string;
			MimeType: string;
			FileName: string;
		};
		ActivityTrackerResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Contact: components['schemas']['Contact'][];
		};
		/** @description The fields in the order in which people read them. Contact: Name, Phone, PhoneAlt, EmailWork, EmailPersonal, address_line1, address_city, address_state, address_zip, ContactStatusDesc, AgentId, LastContact, DoNotContact, SMSOptIn, Tags. Person: FirstName, MiddleInitial, LastName, Initials, DateOfBirth, MaritalStatus, SSN, PhoneLabel, AltPhoneLabel, Carriers, ContactImage. Work and school: Title, Role, JobName, JobCount, Department, RoomNumber, School, District, County, State, StateName, BusinessName, DBA, CompanyAffiliation. Business: ContactCategoryName, SourceTypeDesc, SourceNote, WritingAgentName, Flow, Rate, AdditionalInformation, HasNBC, HasFactFinderSheet, HasGiftCard, ProjectEndDate, NumberOfDebtAccounts, TotalDebtAmount. This record: DateCreated, Active, IsShared, Locked, LockedByAgentId, LockedTimestamp, Deleted, DeletedBy, DeletedDateTimeUtc. Ids: ContactId, ContactGUID, ContactType, ContactStatusId, ContactCategory, SourceTypeId, WritingAgentId, JobID, SchoolID, DistrictID, CountyID, StateID, PeraContactId, FactFinderCodeId. */
		Contact: {
			/** Format: int32 */
			ContactId: number;
			/**
			 * Type
			 * Format: int32
			 */
			ContactType: number | null;
			/** Format: int32 */
			DistrictID: number | null;
			/**
			 * Format: int32
			 * @description The agent that owns the contact.
			 */
			AgentId: number | null;
			/** Format: int32 */
			PeraContactId: number | null;
			/** Format: int32 */
			SourceTypeId: number | null;
			/** Format: int32 */
			ContactStatusId: number | null;
			/**
			 * Category id
			 * Format: int32
			 */
			ContactCategory: number | null;
			/** Format: int32 */
			WritingAgentId: number | null;
			/** Format: int32 */
			NumberOfDebtAccounts: number | null;
			/** Format: int32 */
			FactFinderCodeId: number | null;
			/** Format: int32 */
			Rate: number | null;
			/** Format: int32 */
			JobID: number | null;
			/** Format: int32 */
			JobCount: number | null;
			/**
			 * Locked by
			 * Format: int32
			 */
			LockedByAgentId: number | null;
			/** Format: int64 */
			SchoolID: number | null;
			/** Format: int64 */
			StateID: number | null;
			/** Format: int64 */
			CountyID: number | null;
			FirstName: string | null;
			LastName: string | null;
			/** @description By default FirstName and LastName, or BusinessName; follows a change of these. */
			Name: string | null;
			Role: string | null;
			Title: string | null;
			/** Work email */
			EmailWork: string | null;
			/** Personal email */
			EmailPersonal: string | null;
			/** @description The district's name. */
			District: string | null;
			/** @description The school's name. */
			School: string | null;
			/**
			 * State code
			 * @description The state's abbreviation.
			 */
			State: string | null;
			StateName: string | null;
			/** @description The county's name. */
			County: string | null;
			Phone: string | null;
			Department: string | null;
			Flow: string | null;
			/** Other phone */
			PhoneAlt: string | null;
			RoomNumber: string | null;
			/**
			 * Source
			 * @description Follows SourceTypeId: what you send counts only if the list of these ids lacks it.
			 */
			SourceTypeDesc: string | null;
			SourceNote: string | null;
			/**
			 * Status
			 * @description Follows ContactStatusId: what you send counts only if the list of these ids lacks it.
			 */
			ContactStatusDesc: string | null;
			/**
			 * Social security number
			 * @description All but the last four digits are masked, unless an Administrator names SSN in `fields`.
			 */
			SSN: string | null;
			/** Street */
			address_line1: string | null;
			/** City */
			address_city: string | null;
			/** State */
			address_state: string | null;
			/** ZIP code */
			address_zip: string | null;
			DeletedBy: string | null;
			MiddleInitial: string | null;
			/** @description Comma-separated. */
			Tags: string | null;
			/** Kind of phone */
			PhoneLabel: string | null;
			/** Kind of other phone */
			AltPhoneLabel: string | null;
			Carriers: string | null;
			/**
			 * Picture
			 * @description AttachmentId of the picture that `PUT /v1/Contacts/{ContactId}/Image` has set.
			 */
			ContactImage: string | null;
			CompanyAffiliation: string | null;
			AdditionalInformation: string | null;
			/**
			 * Writing agent
			 * @description The writing agent's name.
			 */
			WritingAgentName: string | null;
			MaritalStatus: string | null;
			BusinessName: string | null;
			/** Doing business as */
			DBA: string | null;
			/**
			 * Job
			 * @description Follows JobID: what you send counts only if the list of these ids lacks it.
			 */
			JobName: string | null;
			Initials: string | null;
			/**
			 * Category
			 * @description Follows ContactCategory: what you send counts only if the list of these ids lacks it.
			 */
			ContactCategoryName: string | null;
			/** @description true: the service rejects activities of the category Outreach. The default in a new record is `false`. */
			DoNotContact: boolean | null;
			/** @description The default in a new record is `true`. */
			Active: boolean | null;
			/** @description The default in a new record is `false`. */
			Deleted: boolean | null;
			/**
			 * Shared
			 * @description The contact is shared with other agents.
			 */
			IsShared: boolean | null;
			/** @description The default in a new record is `false`. */
			HasNBC: boolean | null;
			/** @description The default in a new record is `false`. */
			HasFactFinderSheet: boolean | null;
			/** @description Read-only. A gift card is pending, or was sent. The default in a new record is `false`. */
			HasGiftCard: boolean | null;
			/** @description true: only the agent LockedByAgentId and Administrators can change the contact and log its activities, until LOCK_HOURS have passed, or that agent is no longer Active or its user is disabled. The default in a new record is `false`. */
			Locked: boolean | null;
			/**
			 * Agrees to text messages
			 * @description The customer has agreed to text messages to Phone, or to PhoneAlt if Phone is unset. A merge takes it over only with its number. The default in a new record is `false`.
			 */
			SMSOptIn: boolean | null;
			/** @description Read-only. Time of the latest activity that is not Internal. Logging an older activity does not change it. */
			LastContact: string | null;
			DateOfBirth: string | null;
			/** Deleted at */
			DeletedDateTimeUtc: string | null;
			DateCreated: string | null;
			ProjectEndDate: string | null;
			/** Locked at */
			LockedTimestamp: string | null;
			/** Format: decimal */
			TotalDebtAmount: number | null;
			/** Contact GUID */
			ContactGUID: string | null;
		};
		SecuritiesSummaryResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			ListingSummary: components['schemas']['ListingSummary'][];
		};
		ListingSummary: {
			/**
			 * Format: double
			 * @description Level at the end of the range, in percent.
			 */
			AgentLevel: number;
			/**
			 * Format: double
			 * @description Points (of listings that are not void, and of adjustments) from 1 January to the end of the range.
			 */
			AgentYTDTotal: number;
			/**
			 * Format: double
			 * @description Points (of listings that are not void, and of adjustments) of the twelve months that end with the range.
			 */
			AgentRTotal: number;
			/**
			 * Format: double
			 * @description Points (of listings that are not void, and of adjustments) of all days until the end of the range.
			 */
			AgentOverallTotal: number;
			/**
			 * Format: double
			 * @description Points that the level above AgentLevel requires; 0 at the top.
			 */
			AgentNextLevelPrerequired: number;
			/**
			 * Format: double
			 * @description Points (of listings that are not void, and of adjustments) from 1 January to today.
			 */
			AgentCurrentYTDTotal: number;
			/**
			 * Format: double
			 * @description Points (of listings that are not void, and of adjustments) of the twelve months that end today.
			 */
			AgentCurrentRunningTotal: number;
			/**
			 * Format: double
			 * @description Highest level that the points of AgentRTotal reach without adjustments.
			 */
			AgentLevelCalculatedFromListingPart: number;
			/**
			 * Format: double
			 * @description Points missing from AgentCurrentRunningTotal to AgentNextLevelPrerequired.
			 */
			AgentRequiredBeforeNextLevel: number;
			/**
			 * Format: double
			 * @description Money of the adjustments in the range.
			 */
			AgentAdjustmentTotal: number;
			/**
			 * Format: double
			 * @description Money of the commissions in the range.
			 */
			AgentCommissionSubtotal: number;
			/**
			 * Format: double
			 * @description Money of commissions and adjustments minus payments, before the range.
			 */
			AgentBalanceForward: number;
			/** @description Points (of listings that are not void, and of adjustments) in the range, with two decimals. */
			AgentPoints: string;
			/** @description The policies listed in the range, each once, by date, comma-separated. */
			AgentPolicyNumbers: string;
		};
		LineQuestionsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			LineQuestions: components['schemas']['LineQuestion'][];
		};
		Role: {
			/** Format: int32 */
			RoleId: number;
			TenantId: string;
			Code: string;
			Name: string;
			Description: string;
			/** @description true: a role of the service, whose permissions follow from the operations. */
			IsSystem: boolean;
			/** @description The default in a new record is `true`. */
			IsActive: boolean;
			CreatedUtc: string;
			/** @description Sorted by SortOrder. */
			Permissions: components['schemas']['Permission'][];
		};
		Permission: {
			/** Format: int32 */
			PermissionId: number;
			/** @description The operation's group. */
			Module: string;
			/** @description The operation's path. */
			Resource: string;
			/** @description The operation's verb. */
			Action: string;
			Name: string;
			Description: string;
			/** @description `read` or `write`. */
			Tags: string;
			/** Format: int32 */
			SortOrder: number;
			/** @description false: the operation no longer exists. The default in a new record is `true`. */
			IsActive: boolean;
			CreatedUtc: string;
			/** @description The operation's name. */
			Code: string;
		};
		SurveyAdminResponse: {
			Answers: components['schemas']['SurveyResponse'][];
			ResponseStatus: components['schemas']['ResponseStatus'];
		};
		SurveyResponse: {
			/** @description First and last name. */
			ContactFullName: string;
			/** Format: int32 */
			SurveyId: number;
			/** Format: int32 */
			ContactId: number;
			/** @description Last name, first name. */
			ContactName: string;
			/**
			 * Format: int32
			 * @description The agent who sent the invitation.
			 */
			AgentId: number;
			AgentName: string;
			/** @description The text, or the label of the option chosen. */
			Response: string;
			/** @description The code of the option chosen; empty for text. */
			ResponseCode: string;
			DateAnswered: string;
		};
		SurveyAnswerResponse: {
			Success: boolean;
			ResponseStatus: components['schemas']['ResponseStatus'];
		};
		DropboxResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Dropbox: components['schemas']['DropboxExtended'][];
		};
		DropboxExtended: {
			/** Format: int32 */
			Id: number;
			/** @description AttachmentId of the uploaded file. */
			AttachmentId: string;
			/** @description First name of the contact or agent. */
			FirstName: string;
			LastName: string;
			/** @enum {string} */
			TableName: 'Contact' | 'Agent';
			/**
			 * Format: int32
			 * @description ContactId or AgentId of the owner, as TableName says.
			 */
			RecordId: number;
			Description: string;
			DocumentType: string;
			DocumentGroup: string;
			DateAdded: string;
			/** @description The document cannot be shared. */
			Locked: boolean;
			/** Format: double */
			FileSizeInKB: number;
			AttachmentName: string;
			/** @description Name of the agent, or of the contact's agent. */
			AgentName: string;
			MimeType: string;
			IsAgent: boolean;
			IsContact: boolean;
			/** @description The document is shared with at least one agent. */
			IsShared: boolean;
			/** @description You can share the document: its owner is in scope and it is not Locked. */
			CanShare: boolean;
			/** @description AgentIds of the agents that the document is shared with, comma-separated. Empty unless CanShare. */
			ShareList: string;
		};
		SlotDistrictMyRequestsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			SlotDistrictApproval: components['schemas']['SlotDistrictApprovalExtended'][];
		};
		SlotDistrictApprovalExtended: {
			/** Format: int32 */
			SlotDistrictApprovalID: number;
			/** Format: int32 */
			SlotDistrictID: number;
			/** Format: int64 */
			SchoolID: number;
			/**
			 * Format: int32
			 * @description The agent who makes the request.
			 */
			AgentID: number;
			/**
			 * Format: int32
			 * @description The agent who decides.
			 */
			AVPID: number;
			/**
			 * @description The default in a new record is `"Pending"`.
			 * @enum {string}
			 */
			Status: 'Pending' | 'Approved' | 'Rejected' | 'Removed';
			DateCreated: string;
			DateModified: string;
			/** @description UserId of the last user who changed the request. */
			ModifiedBy: string;
			AgentName: string;
			AVPName: string;
			DistrictName: string;
			SchoolName: string;
			County: string;
			State: string;
		};
		ProjectTeamMembersResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			ProjectTeamMembers: components['schemas']['ProjectTeamMember'][];
		};
		ProjectTeamMember: {
			/** Format: int32 */
			TeamMemberID: number;
			/** Format: int32 */
			ProjectID: number;
			/** Format: int32 */
			ContactID: number;
			MemberRole: string;
		};
		AgentDropdownResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Agents: components['schemas']['AgentDD'][];
		};
		AgentDD: {
			/** Format: int32 */
			AgentId: number;
			AgentName: string;
			AgentStatus: string;
			/**
			 * Format: int32
			 * @description The agent's contacts that are not Deleted; 0 for an agent outside the caller's scope.
			 */
			ContactCount: number;
		};
		EventTypeResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			EventType: components['schemas']['EventType'][];
		};
		EventType: {
			/** Format: int32 */
			EventTypeId: number;
			EventTypeName: string;
			EventCategory: string;
			/** @description Whether you can log new activities of this type. The default in a new record is `true`. */
			IsActive: boolean;
		};
		PolicyDocumentDefaultsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			PolicyDocuments: components['schemas']['PolicyDocument'][];
		};
		PolicyDocument: {
			/** Format: int32 */
			Id: number;
			Name: string;
			Type: string;
			/** @description Selected by default for records of the requested type. */
			IsDefault: boolean;
		};
		ContactTransfersResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Transfers: components['schemas']['ContactTransfer'][];
		};
		ContactTransfer: {
			/** Format: int32 */
			TransferId: number;
			/** Format: int32 */
			ContactId: number;
			/** @description Empty for a contact that you may not see. */
			ContactName: string;
			/**
			 * Format: int32
			 * @description 0 if the contact had no owner.
			 */
			FromAgentId: number;
			FromAgentName: string;
			/**
			 * Format: int32
			 * @description 0 if the transfer left the contact without an owner.
			 */
			ToAgentId: number;
			ToAgentName: string;
			TransferredAt: string;
			/** @description UserId of the caller. */
			TransferredBy: string;
		};
		ContactsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Contacts: components['schemas']['Contact'][];
		};
		ActivitiesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Activities: components['schemas']['Activity'][];
		};
		Activity: {
			/** Format: int32 */
			ActivityId: number;
			/** Format: int32 */
			AgentId: number;
			AgentName: string;
			/** Format: int32 */
			ContactId: number;
			/** Format: int32 */
			EventTypeId: number;
			EventTypeName: string;
			EventCategory: string;
			StartDate: string;
			EndDate: string;
			Outcome: string;
			Note: string;
			ContactName: string;
		};
		QueueResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Queue: components['schemas']['QueueEntry'][];
		};
		/** @description The fields in the order in which people read them. Visit: Ticket, CustomerName, LineName, Status, Position, WaitTime, StationName, EmployeeName, SignInTime, CalledTime. Ids: Id, ContactId, CustomerId, LineId, StationId, EmployeeId. */
		QueueEntry: {
			Id: string;
			/** @description The letter of the line at check-in and a number; empty for a visit from before tickets. */
			Ticket: string;
			LineId: string;
			LineName: string;
			/**
			 * Format: int32
			 * @description Position in its line, from 1: called and served visits first, then in the order of the calls.
			 */
			Position: number;
			/**
			 * Format: int32
			 * @description 0 Waiting, 1 Called, 2 Serving.
			 * @enum {integer}
			 */
			Status: 0 | 1 | 2;
			/** @description ContactGUID of the contact. */
			CustomerId: string;
			/** Format: int32 */
			ContactId: number;
			CustomerName: string;
			SignInTime: string;
			/**
			 * Wait minutes
			 * Format: int32
			 * @description Expected minutes until the customer is called; 0 unless the visit is Waiting.
			 */
			WaitTime: number;
			/** @description The station to which the customer is called. */
			StationId: string;
			StationName: string;
			/** @description UserId of the user who serves the customer. */
			EmployeeId: string;
			EmployeeName: string;
			/** @description When the customer was last called on the line; unset if not called yet. */
			CalledTime: string;
			/**
			 * Format: int32
			 * @description The booking of the customer; 0 for a walk-in customer.
			 */
			AppointmentId: number;
			/** @description The booked time, at which the customer is called before walk-in customers; unset for a walk-in customer, and for a booked one who came late. */
			BookedFor: string;
		};
		VisitsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Visits: components['schemas']['VisitEntry'][];
		};
		/** @description The fields in the order in which people read them. Visit: Ticket, CustomerName, LineName, Status, StationName, EmployeeName, SignInTime, CalledTime, CompletedTime. Ids: Id, ContactId, CustomerId, LineId, StationId, EmployeeId. */
		VisitEntry: {
			Id: string;
			/** @description The letter of the line at check-in and a number; empty for a visit from before tickets. */
			Ticket: string;
			LineId: string;
			LineName: string;
			/**
			 * Format: int32
			 * @description 0 Waiting, 1 Called, 2 Serving, 3 Completed, 4 NoShow, 5 Cancelled.
			 * @enum {integer}
			 */
			Status: 0 | 1 | 2 | 3 | 4 | 5;
			/** @description ContactGUID of the contact. */
			CustomerId: string;
			/** Format: int32 */
			ContactId: number;
			CustomerName: string;
			SignInTime: string;
			/** @description The station to which the customer is called. */
			StationId: string;
			StationName: string;
			/** @description UserId of the user who serves the customer. */
			EmployeeId: string;
			EmployeeName: string;
			/** @description When the customer was last called on the line; unset if not called yet. */
			CalledTime: string;
			/**
			 * Format: int32
			 * @description The booking of the customer; 0 for a walk-in customer.
			 */
			AppointmentId: number;
			/** @description The booked time, at which the customer is called before walk-in customers; unset for a walk-in customer, and for a booked one who came late. */
			BookedFor: string;
			/** @description When Status became 3. */
			CompletedTime: string;
		};
		CallNextResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			CustomerCheckins: components['schemas']['CustomerCheckinObject'][];
			CustomerCheckinRequirements: components['schemas']['CheckinInformation'] | null;
			/** @description The entry of the called visit. */
			Queue: components['schemas']['QueueEntry'][];
		};
		VisitReportResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Report: components['schemas']['VisitReport'][];
		};
		VisitReport: {
			/** @description The business day. */
			Day: string;
			LocationId: string;
			LocationName: string;
			LineId: string;
			LineName: string;
			/**
			 * Format: int32
			 * @description Visits that joined the line: the sum of Completed, NoShow, Cancelled, Forwarded and of the open visits.
			 */
			Visits: number;
			/**
			 * Format: int32
			 * @description Different customers of these visits. A customer counts once a day and location, on the first line that the customer joined there, so that you can add up the lines of a location.
			 */
			Visitors: number;
			/**
			 * Format: int32
			 * @description Visits of booked customers.
			 */
			Booked: number;
			/** Format: int32 */
			Completed: number;
			/** Format: int32 */
			NoShow: number;
			/** Format: int32 */
			Cancelled: number;
			/**
			 * Format: int32
			 * @description Visits that were forwarded to another line.
			 */
			Forwarded: number;
			/**
			 * Format: double
			 * @description Median minutes from joining the line, but for a booked customer at the earliest from BookedFor, to the first of Called, Serving and Completed. 0 if no visit reached one of them.
			 */
			MedianWaitMinutes: number;
			/**
			 * Format: double
			 * @description 90th percentile of the minutes whose median is MedianWaitMinutes.
			 */
			P90WaitMinutes: number;
			/**
			 * Format: double
			 * @description Median minutes of service: TaskTime of a Completed visit, or else the time from Serving to the end on the line. 0 if no visit was served.
			 */
			MedianServiceMinutes: number;
		};
		LocationsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Locations: components['schemas']['Location'][];
		};
		Location: {
			LocationId: string;
			Name: string;
			/** @description Customers can check in at this location. The default in a new record is `true`. */
			Active: boolean;
			/** @description Empty: closed to bookings. See special days. */
			OpeningHours: components['schemas']['Hours'][];
			/**
			 * Format: int32
			 * @description Customers who can be booked at one time on all lines together; 0: no limit but those of the lines.
			 */
			BookingPlaces: number;
			/** @description The page on which customers book times. */
			BookUrl: string;
			/** @description The page on which booked customers say that they are here. Below it, /poster prints its QR code. */
			ArriveUrl: string;
		};
		Hours: {
			/**
			 * Format: int32
			 * @description From 1 for Monday to 7 for Sunday.
			 */
			Weekday: number;
			/** @description `HH:mm`, a quarter-hour. */
			From: string;
			/** @description `HH:mm`, a quarter-hour; `24:00` ends the day. */
			To: string;
		};
		LinesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Lines: components['schemas']['Line'][];
		};
		StationsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Stations: components['schemas']['Station'][];
		};
		Station: {
			StationId: string;
			LocationId: string;
			Name: string;
			/** @description The station is staffed, so customers can be called to it. */
			Open: boolean;
			/** @description The lines that this station serves. */
			LineIds: string[];
			/** @description false: the station is no longer in use. The default in a new record is `true`. */
			Active: boolean;
		};
		AgentsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Agents: components['schemas']['AgentProfile'][];
		};
		/** @description The fields in the order in which people read them. Agent: AgentName, CellPhone, WorkPhone, HomePhone, Email, BusinessEmail, Address1, Address2, City, State, Zip, Country, AgentStatus, AgentLevel, Roles, TeamName, Office, LastLogin. Person: FirstName, MiddleInitial, LastName, FullName, ByLastName, DOB, SSN, TimeZone, SMSPhoneNumber, Fax, EmailSignature, SchedulerUrl, Notes. Business: Company, StoreName, AgentNumber, Rank, Package, ReferringAgent, PlacementAgent, InsLicensed, IsSecurityLicensed, Vested, NBC, FactFinderBilling, PaidDate, DirectPay, DirectPayApprBy, LastSubmittedBusinessDate, GracePeriodDate. Upline: Upline1, Upline1Percent, Upline2, Upline2Percent, Upline3, Upline3Percent, Upline4, Upline4Percent, MVPID, AVPID, RVPID, LeaderLocked. Rights and sign-in: IsAgent, IsMVP, IsRVP, IsAVP, IsAdmin, IsBusinessCardAdmin, IsEncompassAdmin, MfaActive, RequireMFA, RestrictToSingleSession, PasswordUpdated, VerifiedEmailStatus, VerifiedCellPhoneStatus, AgreeToDisclosures, AgreeToDate, QueueDefaults. This record: CreatedDate, ModifiedDate, ModifiedBy. Ids: AgentId, UserId, LocationId, CalendarId, LastSessionId. */
		AgentProfile: {
			/** Format: int32 */
			AgentId: number;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			Upline1: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			Upline2: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			Upline3: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			Upline4: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			MVPID: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			AVPID: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			RVPID: number | null;
			/**
			 * Format: decimal
			 * @description Today's level. A change adds today's row to the history of levels.
			 */
			AgentLevel: number | null;
			/** Format: decimal */
			Upline1Percent: number | null;
			/** Format: decimal */
			Upline2Percent: number | null;
			/** Format: decimal */
			Upline3Percent: number | null;
			/** Format: decimal */
			Upline4Percent: number | null;
			/** Format: decimal */
			FactFinderBilling: number | null;
			Company: string;
			/** Name */
			AgentName: string;
			FirstName: string;
			LastName: string;
			MiddleInitial: string;
			/** Street */
			Address1: string;
			/** Street, second line */
			Address2: string;
			City: string;
			State: string;
			/** ZIP code */
			Zip: string;
			Country: string;
			Email: string;
			EmailSignature: string;
			HomePhone: string;
			CellPhone: string;
			WorkPhone: string;
			AgentNumber: string;
			ReferringAgent: string;
			PlacementAgent: string;
			Package: string;
			StoreName: string;
			Notes: string;
			TeamName: string;
			Rank: string;
			/**
			 * Status
			 * @description Only an Active agent can sign in, use API keys, and receive lines and contacts. The default in a new record is `"Active"`.
			 * @enum {string}
			 */
			AgentStatus: 'Active' | 'Inactive' | 'Left';
			Office: string;
			/** Social security number */
			SSN: string;
			Fax: string;
			BusinessEmail: string;
			ModifiedBy: string;
			TimeZone: string;
			DirectPayApprBy: string;
			FullName: string;
			ByLastName: string;
			LastSessionId: string;
			SMSPhoneNumber: string;
			SchedulerUrl: string;
			InsLicensed: boolean;
			AgreeToDisclosures: boolean;
			IsAgent: boolean;
			IsMVP: boolean;
			IsRVP: boolean;
			IsAVP: boolean;
			IsAdmin: boolean;
			IsBusinessCardAdmin: boolean;
			NBC: boolean;
			LeaderLocked: boolean;
			Vested: boolean;
			IsSecurityLicensed: boolean;
			IsEncompassAdmin: boolean;
			MfaActive: boolean;
			RequireMFA: boolean;
			VerifiedEmailStatus: boolean;
			VerifiedCellPhoneStatus: boolean;
			PasswordUpdated: boolean;
			RestrictToSingleSession: boolean;
			AgreeToDate: string | null;
			PaidDate: string | null;
			CreatedDate: string | null;
			/** Date of birth */
			DOB: string | null;
			ModifiedDate: string | null;
			LastLogin: string | null;
			LastSubmittedBusinessDate: string;
			GracePeriodDate: string;
			DirectPay: string;
			/** @description The user that this agent belongs to. */
			UserId: string;
			LocationId: string;
			CalendarId: string;
			QueueDefaults: components['schemas']['QueueDefault'] | null;
			/** @description Codes of the roles that the agent's user holds. */
			Roles: string[];
		};
		QueueDefault: {
			LocationId: string;
			Services: string[];
		};
		DownlineResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Downline: components['schemas']['DownlineAgent'][];
		};
		DownlineAgent: {
			/** Format: int32 */
			AgentId: number;
			AgentName: string;
			AgentStatus: string;
			/** @description Name of the first field in which this agent names the upline. */
			Via: string;
			/**
			 * Format: int32
			 * @description The agent's contacts that are not Deleted.
			 */
			ContactCount: number;
			/** @description Start of the latest activity of this agent that is not in the future. */
			LastActivity: string;
		};
		LeftBehindResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			LeftBehind: components['schemas']['LeftBehind'][];
		};
		LeftBehind: {
			Kind: string;
			/** Format: int32 */
			Count: number;
			/**
			 * @description What a hand-over does with the records.
			 * @enum {string}
			 */
			Outcome: 'Transferred' | 'Closed';
		};
		HandOverResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			HandOver: components['schemas']['LeftBehind'][];
		};
		BranchSummaryResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			ListingSummary: components['schemas']['BranchSummary'][];
		};
		BranchSummary: {
			/** Format: int32 */
			AgentId: number;
			AgentName: string;
			/**
			 * Format: double
			 * @description Level at the end of the range, in percent.
			 */
			AgentLevel: number;
			/**
			 * Format: double
			 * @description Points (of listings that are not void, and of adjustments) from 1 January to the end of the range.
			 */
			AgentYTDTotal: number;
			/**
			 * Format: double
			 * @description Points (of listings that are not void, and of adjustments) of the twelve months that end with the range.
			 */
			AgentRTotal: number;
			/**
			 * Format: double
			 * @description Points (of listings that are not void, and of adjustments) of all days until the end of the range.
			 */
			AgentOverallTotal: number;
			/**
			 * Format: double
			 * @description Points that the level above AgentLevel requires; 0 at the top.
			 */
			AgentNextLevelPrerequired: number;
			/**
			 * Format: double
			 * @description Points (of listings that are not void, and of adjustments) from 1 January to today.
			 */
			AgentCurrentYTDTotal: number;
			/**
			 * Format: double
			 * @description Points (of listings that are not void, and of adjustments) of the twelve months that end today.
			 */
			AgentCurrentRunningTotal: number;
			/**
			 * Format: double
			 * @description Highest level that the points of AgentRTotal reach without adjustments.
			 */
			AgentLevelCalculatedFromListingPart: number;
			/**
			 * Format: double
			 * @description Points missing from AgentCurrentRunningTotal to AgentNextLevelPrerequired.
			 */
			AgentRequiredBeforeNextLevel: number;
			/**
			 * Format: double
			 * @description Money of the adjustments in the range.
			 */
			AgentAdjustmentTotal: number;
			/**
			 * Format: double
			 * @description Money of the commissions in the range.
			 */
			AgentCommissionSubtotal: number;
			/**
			 * Format: double
			 * @description Money of commissions and adjustments minus payments, before the range.
			 */
			AgentBalanceForward: number;
			/** @description Points (of listings that are not void, and of adjustments) in the range, with two decimals. */
			AgentPoints: string;
			/** @description The policies listed in the range, each once, by date, comma-separated. */
			AgentPolicyNumbers: string;
		};
		UsersResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Users: components['schemas']['ListedUser'][];
		};
		ListedUser: {
			UserId: string;
			/** @description The letter case is ignored. */
			UserName: string;
			/** @description The user name by default. */
			DisplayName: string;
			/**
			 * Format: int32
			 * @description The user's own agent; 0 if the user has no agent.
			 */
			AgentId: number;
			/** @description Codes of roles. */
			Roles: string[];
			/** @description A disabled user can neither sign in nor use API keys. */
			Disabled: boolean;
			/** @description Signing in ends the other sessions. */
			RestrictToSingleSession: boolean;
			/** @description The user must enrol in multi-factor authentication before any other call. */
			RequireMFA: boolean;
			/** @description Whether the user needs a one-time code to sign in. Read-only. */
			MfaActive: boolean;
			/** @description Read-only. */
			LastLogin: string;
			/** @description The user must change the password before any other call. Only that change sets this to false. */
			MustChangePassword: boolean;
		};
		PasswordMadeResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Users: components['schemas']['UserWithPassword'][];
		};
		UserWithPassword: {
			UserId: string;
			/** @description The letter case is ignored. */
			UserName: string;
			/** @description The user name by default. */
			DisplayName: string;
			/**
			 * Format: int32
			 * @description The user's own agent; 0 if the user has no agent.
			 */
			AgentId: number;
			/** @description Codes of roles. */
			Roles: string[];
			/** @description A disabled user can neither sign in nor use API keys. */
			Disabled: boolean;
			/** @description Signing in ends the other sessions. */
			RestrictToSingleSession: boolean;
			/** @description The user must enrol in multi-factor authentication before any other call. */
			RequireMFA: boolean;
			/** @description Whether the user needs a one-time code to sign in. Read-only. */
			MfaActive: boolean;
			/** @description Read-only. */
			LastLogin: string;
			/** @description The user must change the password before any other call. Only that change sets this to false. */
			MustChangePassword: boolean;
			/** @description Shown once; the user must change it at the next sign-in. */
			Password: string;
		};
		KeysResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			ApiKeys: components['schemas']['ListedKey'][];
		};
		ListedKey: {
			KeyId: string;
			/** @description The owner. */
			UserName: string;
			/** @description The key's first characters, to tell keys apart. */
			Prefix: string;
			CreatedAt: string;
			ExpiresAt: string;
			/** @description Accurate to a minute. */
			LastUsedAt: string;
			/** @description Comma-separated operations or groups of operations; empty: all operations of the owner. */
			Scope: string;
			/** @description The key works even if its owner is an Administrator. */
			ForAdministrator: boolean;
			/** @description When the key was revoked. */
			RevokedAt: string;
		};
		KeyMadeResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			ApiKeys: components['schemas']['KeyWithSecret'][];
		};
		KeyWithSecret: {
			KeyId: string;
			/** @description The owner. */
			UserName: string;
			/** @description The key's first characters, to tell keys apart. */
			Prefix: string;
			CreatedAt: string;
			ExpiresAt: string;
			/** @description Accurate to a minute. */
			LastUsedAt: string;
			/** @description Comma-separated operations or groups of operations; empty: all operations of the owner. */
			Scope: string;
			/** @description The key works even if its owner is an Administrator. */
			ForAdministrator: boolean;
			/** @description When the key was revoked. */
			RevokedAt: string;
			/** @description For `X-Api-Key`. Cannot be read again. */
			Key: string;
		};
		AuditResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Audit: components['schemas']['AuditEntry'][];
		};
		AuditEntry: {
			/** Format: int64 */
			AuditId: number;
			At: string;
			UserId: string;
			/** @description `kiosk:` and the location for the key of a kiosk. Empty for a command or a call without credentials. */
			UserName: string;
			Operation: string;
			Record: string;
			RecordId: string;
			RequestId: string;
			Changes: string;
		};
		RolesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Roles: components['schemas']['Role'][];
		};
		OperationsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Operations: components['schemas']['Permission'][];
		};
		SmartsheetLinesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Lines: components['schemas']['SmartsheetLine'][];
		};
		SmartsheetLine: {
			/** Format: int32 */
			ID: number;
			TableName: string;
			PolicyAssociateId: string;
			/** @description The owner's name. */
			AgentName: string;
			ClientName: string;
			PolicyNumber: string;
			TransactionId: string;
			type: string;
			/**
			 * Format: int32
			 * @description The owner.
			 */
			AgentId: number;
		};
		SmartsheetTransfersResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Transfers: components['schemas']['SmartsheetTransfer'][];
		};
		SmartsheetTransfer: {
			/** Format: int32 */
			TransferId: number;
			TableName: string;
			/** Format: int32 */
			ID: number;
			/** Format: int32 */
			FromAgentId: number;
			FromAgentName: string;
			/** Format: int32 */
			ToAgentId: number;
			ToAgentName: string;
			TransferredAt: string;
			/** @description UserId of the caller who made the transfer. */
			TransferredBy: string;
		};
		SurveysResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Surveys: components['schemas']['SurveyWithQuestions'][];
		};
		SurveyWithQuestions: {
			/** Format: int32 */
			SurveyId: number;
			Title: string;
			/** @description false: the survey is closed and accepts no invitations and no answers. The default in a new record is `true`. */
			Active: boolean;
			Questions: components['schemas']['QuestionWithOptions'][];
		};
		QuestionWithOptions: {
			/** Format: int32 */
			QuestionId: number;
			/** Format: int32 */
			SurveyId: number;
			Text: string;
			/**
			 * @description Choice: the answer is one of the options. The default in a new record is `"Text"`.
			 * @enum {string}
			 */
			Kind: 'Choice' | 'Text';
			Required: boolean;
			/** Format: int32 */
			SortOrder: number;
			/** @description What the first option of a scale means. */
			MinLabel: string;
			/** @description What the last option of a scale means. */
			MaxLabel: string;
			/** @description The answers of a Choice. */
			Options: components['schemas']['SurveyOption'][];
		};
		SurveyOption: {
			/** Format: int32 */
			QuestionId: number;
			Code: string;
			Label: string;
			/**
			 * Format: int32
			 * @description Place among the options; by default, the place in which it was sent.
			 */
			SortOrder: number;
		};
		InvitationsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Invitations: components['schemas']['SurveyInvitation'][];
		};
		SurveyInvitation: {
			SurveyGuid: string;
			/** Format: int32 */
			SurveyId: number;
			SurveyName: string;
			/** Format: int32 */
			AgentId: number;
			AgentName: string;
			/** Format: int32 */
			ContactId: number;
			/** @description Empty for a contact that you may not see. */
			ContactName: string;
			ExpiresAt: string;
			AnsweredAt: string;
		};
		RewardsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Rewards: components['schemas']['SurveyReward'][];
		};
		SurveyReward: {
			/** Format: int32 */
			RewardId: number;
			SurveyGuid: string;
			/**
			 * @description The default in a new record is `"Pending"`.
			 * @enum {string}
			 */
			Status: 'Pending' | 'Sent' | 'Cancelled';
			/** Format: int32 */
			SurveyId: number;
			/**
			 * Format: int32
			 * @description The agent who sent the invitation.
			 */
			AgentId: number;
			AgentName: string;
			/** Format: int32 */
			ContactId: number;
			/** @description Last name, first name. */
			ContactName: string;
			AnsweredAt: string;
		};
		ResultsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Results: components['schemas']['SurveyResult'][];
		};
		SurveyResult: {
			/** Format: int32 */
			QuestionId: number;
			Question: string;
			/** @description Code of the option; empty for a text question. */
			Code: string;
			Label: string;
			/** Format: int32 */
			Answers: number;
			/**
			 * Format: decimal
			 * @description Share of the question's answers, from 0 to 1, to two decimals. Of a text question: the share of those who answered the survey.
			 */
			Share: number;
			/** @description What the first option of a scale means. */
			MinLabel: string;
			/** @description What the last option of a scale means. */
			MaxLabel: string;
		};
		AnswersResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Answers: components['schemas']['AnsweredQuestion'][];
		};
		AnsweredQuestion: {
			/** @description Identifies the invitation: answers with the same one were sent together. */
			SurveyGuid: string;
			/** Format: int32 */
			QuestionId: number;
			Question: string;
			/** @description First and last name. */
			ContactFullName: string;
			/** Format: int32 */
			SurveyId: number;
			/** Format: int32 */
			ContactId: number;
			/** @description Last name, first name. */
			ContactName: string;
			/**
			 * Format: int32
			 * @description The agent who sent the invitation.
			 */
			AgentId: number;
			AgentName: string;
			/** @description The text, or the label of the option chosen. */
			Response: string;
			/** @description The code of the option chosen; empty for text. */
			ResponseCode: string;
			DateAnswered: string;
		};
		ProjectsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Projects: components['schemas']['Project'][];
		};
		Project: {
			/** Format: int32 */
			ProjectID: number;
			ProjectName: string;
			Description: string;
			StartDate: string;
			EndDate: string;
		};
		JobType: {
			/** Format: int32 */
			job_type_id: number;
			job_type_name: string;
		};
		SlotDistrictApprovalsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			SlotDistrictApprovals: components['schemas']['NotedSlotDistrictApproval'][];
		};
		NotedSlotDistrictApproval: {
			/** Format: int32 */
			SlotDistrictApprovalID: number;
			/** Format: int32 */
			SlotDistrictID: number;
			/** Format: int64 */
			SchoolID: number;
			/**
			 * Format: int32
			 * @description The agent who makes the request.
			 */
			AgentID: number;
			/**
			 * Format: int32
			 * @description The agent who decides.
			 */
			AVPID: number;
			/**
			 * @description The default in a new record is `"Pending"`.
			 * @enum {string}
			 */
			Status: 'Pending' | 'Approved' | 'Rejected' | 'Removed';
			DateCreated: string;
			DateModified: string;
			/** @description UserId of the last user who changed the request. */
			ModifiedBy: string;
			AgentName: string;
			AVPName: string;
			DistrictName: string;
			SchoolName: string;
			County: string;
			State: string;
			/** @description A note to the request or to the decision. */
			Note: string;
		};
		PolicyDocumentsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			PolicyDocuments: components['schemas']['CataloguedPolicyDocument'][];
		};
		CataloguedPolicyDocument: {
			/** Format: int32 */
			Id: number;
			Name: string;
			Type: string;
			/** @description The record types for which the document is offered. A list that you send replaces the whole list. */
			Defaults: components['schemas']['PolicyDocumentDefault'][];
		};
		PolicyDocumentDefault: {
			/** @description `*`: every type. */
			RecordType: string;
			/** Format: int32 */
			Id: number;
			IsDefault: boolean;
		};
		RecordSetsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Sets: components['schemas']['RecordSetSummary'][];
		};
		RecordSetSummary: {
			Set: string;
			/**
			 * Format: int64
			 * @description Number of records.
			 */
			Records: number;
			/** @description The columns in the order of a file. Encrypted columns are imported but not exported. */
			Columns: string[];
			/** @description true: the set can be imported too. */
			Imported: boolean;
		};
		ImportResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			/**
			 * Format: int64
			 * @description Number of records in the file.
			 */
			Read: number;
			/** Format: int64 */
			Inserted: number;
			/** Format: int64 */
			Updated: number;
			/**
			 * Format: int64
			 * @description Records that equal the stored ones.
			 */
			Unchanged: number;
			/**
			 * Format: int64
			 * @description Records about erased persons, which are left out.
			 */
			Erased: number;
			/**
			 * Format: int64
			 * @description Records of merged contacts; the contact that remains gets their changes.
			 */
			Merged: number;
		};
		RelationsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			/**
			 * Format: int64
			 * @description Number of removed records.
			 */
			Removed: number;
		};
		KioskKeysResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			KioskKeys: components['schemas']['ListedKioskKey'][];
		};
		ListedKioskKey: {
			KeyId: string;
			LocationId: string;
			LocationName: string;
			/** @description The key's first characters, to tell keys apart. */
			Prefix: string;
			CreatedAt: string;
			ExpiresAt: string;
			/** @description Accurate to a minute. */
			LastUsedAt: string;
			/** @description When the key was revoked. */
			RevokedAt: string;
		};
		KioskKeyMadeResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			KioskKeys: components['schemas']['KioskKeyWithSecret'][];
		};
		KioskKeyWithSecret: {
			KeyId: string;
			LocationId: string;
			LocationName: string;
			/** @description The key's first characters, to tell keys apart. */
			Prefix: string;
			CreatedAt: string;
			ExpiresAt: string;
			/** @description Accurate to a minute. */
			LastUsedAt: string;
			/** @description When the key was revoked. */
			RevokedAt: string;
			/** @description For `X-Api-Key`. Cannot be read again. */
			Key: string;
		};
		CustomersResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Customers: components['schemas']['Customer'][];
		};
		Customer: {
			/** @description ContactGUID of the contact: the CustomerId of a visit. */
			CustomerId: string;
			CustomerName: string;
			/** @description The last digits of the telephone number. */
			PhoneEnding: string;
			/** @description Id of the open visit of the customer today at the location. */
			OpenCheckInId: string;
		};
		SelfCheckinResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			/** @description Id of the visit. */
			Id: string;
			/** @description The letter of the line and the number of the day. */
			Ticket: string;
			/**
			 * Format: int32
			 * @description Position in its line, from 1: called and served visits first, then in the order of the calls.
			 */
			Position: number;
			/**
			 * Wait minutes
			 * Format: int32
			 * @description Minutes until the call.
			 */
			WaitTime: number;
			/** @description Address of the page of the visit for the customer. It needs no sign-in, and is valid until the end of the next business day. */
			VisitUrl: string;
		};
		WorkplacesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			/** @description The LocationIds of Locations, in the form that a PUT accepts. */
			LocationIds: string[];
			Locations: components['schemas']['Location'][];
		};
		AppointmentsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Appointments: components['schemas']['Appointment'][];
		};
		Appointment: {
			/** Format: int32 */
			AppointmentId: number;
			/** Format: int32 */
			ContactId: number;
			/** @description Empty for a contact that you may not see. */
			ContactName: string;
			/**
			 * Format: int32
			 * @description Your agent by default.
			 */
			AgentId: number;
			/** Format: int32 */
			EventTypeId: number;
			StartDate: string;
			/** @description By default an hour after StartDate. If a change sends StartDate alone, the appointment keeps its length. With a LineId, the line decides it, whatever you send. */
			EndDate: string;
			Place: string;
			Note: string;
			/**
			 * @description The default in a new record is `"Planned"`.
			 * @enum {string}
			 */
			Status: 'Planned' | 'Done' | 'Cancelled' | 'Missed';
			AgentName: string;
			EventTypeName: string;
			/** @description The line for which the customer is booked. An appointment with a line is a booking. */
			LineId: string;
			LineName: string;
			/** @description The location of the line. */
			LocationId: string;
			LocationName: string;
			/** @description The code with which the customer says at the location that they have arrived; unset without a line. */
			Code: string;
			/**
			 * @description Unset without a line.
			 * @enum {string}
			 */
			BookedBy: 'Staff' | 'Customer' | '';
			/** @description When the booked customer arrived. */
			ArrivedTime: string;
			/** @description The visit of the booked customer. */
			CheckInId: string;
			/** @description Booked although no place was free. */
			Overbooked: boolean;
		};
		CalendarMadeResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Calendar: components['schemas']['CalendarWithAddress'][];
		};
		CalendarWithAddress: {
			/** @description KeyId of the address in the list of your API keys. */
			KeyId: string;
			CreatedAt: string;
			/** @description Time when a calendar program last read the calendar, to the minute. */
			LastUsedAt: string;
			/** @description Address for Outlook, Google or Apple Calendar. No later response shows it. */
			Address: string;
		};
		CalendarResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Calendar: components['schemas']['Calendar'][];
		};
		Calendar: {
			/** @description KeyId of the address in the list of your API keys. */
			KeyId: string;
			CreatedAt: string;
			/** @description Time when a calendar program last read the calendar, to the minute. */
			LastUsedAt: string;
		};
		HistoryResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			History: components['schemas']['HistoryEntry'][];
		};
		HistoryEntry: {
			At: string;
			/** @description `kiosk:` and the location for a kiosk. Empty for the service itself and the command line. */
			UserName: string;
			/** @description The name of the user, or of the location of the kiosk. Empty for the service itself. */
			Name: string;
			Operation: string;
			RequestId: string;
			/**
			 * Format: int64
			 * @description Identifies the change: POST …/History/{AuditId}/Revert undoes it.
			 */
			AuditId: number;
			/** @description The fields that the record shows. Secrets, SSNs, and personal values of a person who was erased, are `***`. Empty if the call changed very many records. */
			Changes: components['schemas']['FieldChange'][];
		};
		FieldChange: {
			Field: string;
			/** @description The value as text, in the form that responses send; null: unset. */
			From: string | null;
			/** @description The value as text, in the form that responses send; null: unset. */
			To: string | null;
		};
		SlotDistrictsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			SlotDistricts: components['schemas']['SlotDistrict'][];
		};
		SlotDistrict: {
			/** Format: int32 */
			SlotDistrictID: number;
			/** Format: int32 */
			DistrictID: number;
			Description: string;
		};
		ContactStatusesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			ContactStatuses: components['schemas']['ContactStatus'][];
		};
		ContactStatus: {
			/** Format: int32 */
			ContactStatusId: number;
			ContactStatusDesc: string;
		};
		ContactCategoriesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			ContactCategories: components['schemas']['ContactCategory'][];
		};
		ContactCategory: {
			/** Format: int32 */
			ContactCategory: number;
			ContactCategoryName: string;
		};
		SourceTypesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			SourceTypes: components['schemas']['SourceType'][];
		};
		SourceType: {
			/** Format: int32 */
			SourceTypeId: number;
			SourceTypeDesc: string;
		};
		JobsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Jobs: components['schemas']['Job'][];
		};
		Job: {
			/** Format: int32 */
			JobID: number;
			JobName: string;
		};
		StatesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			States: components['schemas']['State'][];
		};
		State: {
			/** Format: int64 */
			StateID: number;
			State: string;
			StateName: string;
		};
		CountiesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Counties: components['schemas']['County'][];
		};
		County: {
			/** Format: int64 */
			CountyID: number;
			/** Format: int64 */
			StateID: number;
			County: string;
		};
		DistrictsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Districts: components['schemas']['District'][];
		};
		District: {
			/** Format: int32 */
			DistrictID: number;
			/** Format: int64 */
			CountyID: number;
			DistrictName: string;
		};
		SchoolsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Schools: components['schemas']['School'][];
		};
		School: {
			/** Format: int64 */
			SchoolID: number;
			/** Format: int32 */
			DistrictID: number;
			SchoolName: string;
		};
		WebhooksResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Webhooks: components['schemas']['Webhook'][];
		};
		Webhook: {
			/** Format: int32 */
			WebhookId: number;
			/** @description An https URL with a public address. */
			Url: string;
			/** @description Types of events; empty: all. */
			Events: string[];
			/** @description false: the webhook gets no events; waiting events are kept. The default in a new record is `true`. */
			Active: boolean;
			/** @description Time since which every delivery has failed. Unset if the last delivery succeeded. */
			FailingSince: string;
			/** @description Why the service switched the webhook off, or why the last delivery failed. */
			LastError: string;
			CreatedAt: string;
		};
		DuplicatesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Duplicates: components['schemas']['DuplicateGroup'][];
		};
		DuplicateGroup: {
			/** @enum {string} */
			Shared: 'EmailAddress' | 'Telephone' | 'NameAndBirthDate';
			/** @description The shared value: the E.164 form of a telephone number, the digits of a number that is not valid, or text in lower case without accents. */
			Value: string;
			/** @description Up to 100 contacts of the group, by ContactId. */
			Contacts: components['schemas']['PossibleDuplicate'][];
		};
		PossibleDuplicate: {
			/** Format: int32 */
			ContactId: number;
			/**
			 * Format: int32
			 * @description 0 if the contact has no agent.
			 */
			AgentId: number;
			Name: string;
		};
		DifferencesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Different: components['schemas']['ContactDifference'][];
		};
		ContactDifference: {
			/** Format: int32 */
			ContactId: number;
			ContactName: string;
			/**
			 * Format: int32
			 * @description Always greater than ContactId.
			 */
			OtherContactId: number;
			OtherContactName: string;
			MarkedAt: string;
			/** @description UserName of the caller. */
			MarkedBy: string;
		};
		MergesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Merges: components['schemas']['ListedMerge'][];
		};
		ListedMerge: {
			/** Format: int32 */
			MergeId: number;
			/**
			 * Format: int32
			 * @description The contact that remained.
			 */
			ContactId: number;
			ContactName: string;
			/** Format: int32 */
			MergedContactId: number;
			MergedContactName: string;
			MergedAt: string;
			/** @description UserName of the caller. */
			MergedBy: string;
			/** @description true: Unmerge of ContactId undoes this merge, unless another agent has locked the contact. */
			CanUnmerge: boolean;
			/** @description 30 days after MergedAt. Later, the merge cannot be undone. */
			UnmergeUntil: string;
		};
		MergeResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Contacts: components['schemas']['Contact'][];
		};
		FilesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Files: components['schemas']['AttachedFile'][];
		};
		AttachedFile: {
			AttachmentId: string;
			FileName: string;
			/** @description Media type, detected from the content; with the charset of text that is not UTF-8. */
			MimeType: string;
			/** Format: double */
			FileSizeInKB: number;
			/** @description SHA-256 of the content, hexadecimal. */
			Sha256: string;
		};
		VisitDocumentsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Documents: components['schemas']['VisitDocument'][];
			Missing: components['schemas']['MissingDocument'][];
		};
		VisitDocument: {
			/**
			 * Format: int32
			 * @description Id of the document.
			 */
			Id: number;
			/** @description The line for which the document was handed in. */
			LineId: string;
			LineName: string;
			AttachmentId: string;
			AttachmentName: string;
			MimeType: string;
			/** Format: double */
			FileSizeInKB: number;
			Description: string;
			DateAdded: string;
		};
		MissingDocument: {
			LineId: string;
			LineName: string;
			UploadMessage: string;
		};
		LineImagesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			LineImages: components['schemas']['LineImage'][];
		};
		MessagesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Messages: components['schemas']['ListedMessage'][];
		};
		ListedMessage: {
			/** Format: int64 */
			MessageId: number;
			/** @enum {string} */
			Kind:
				| 'VisitCheckedIn'
				| 'VisitNext'
				| 'VisitCalled'
				| 'SurveyInvitation'
				| 'AppointmentMade'
				| 'AppointmentTomorrow'
				| 'AppointmentMoved'
				| 'AppointmentCancelled'
				| 'BookingToConfirm'
				| 'SlotDecided'
				| 'PasswordLink'
				| 'NewDevice'
				| 'WebhookOff';
			/**
			 * @description Mail or text message.
			 * @enum {string}
			 */
			Channel: 'Mail' | 'Text';
			/**
			 * Format: int32
			 * @description The contact who gets the message; unset if an agent or a user gets it.
			 */
			ContactId: number | null;
			ContactName: string;
			/** Format: int32 */
			AgentId: number | null;
			AgentName: string;
			UserId: string;
			/** @description Kind of the record that the message is about. */
			Record: string;
			RecordId: string;
			/** @description E-mail address, or telephone number in E.164 form. */
			Recipient: string;
			/**
			 * @description Pending: waits for the next try. Sent: accepted by the mail server or the gateway. Failed: refused permanently, or not accepted in time. NotSent: not tried, for the reason in LastError.
			 * @enum {string}
			 */
			State: 'Pending' | 'Sent' | 'Failed' | 'NotSent';
			/** Format: int32 */
			Tries: number;
			/** @description Why the last try failed, or why the message is not sent. */
			LastError: string;
			CreatedAt: string;
			/** @description Time of the next try of a Pending message. */
			NextTryAt: string;
			SentAt: string;
		};
		TemplatesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			MessageTemplates: components['schemas']['UsedTemplate'][];
		};
		UsedTemplate: {
			/** @enum {string} */
			Kind:
				| 'VisitCheckedIn'
				| 'VisitNext'
				| 'VisitCalled'
				| 'SurveyInvitation'
				| 'AppointmentMade'
				| 'AppointmentTomorrow'
				| 'AppointmentMoved'
				| 'AppointmentCancelled'
				| 'BookingToConfirm'
				| 'SlotDecided'
				| 'PasswordLink'
				| 'NewDevice'
				| 'WebhookOff';
			/** @enum {string} */
			Language: 'en' | 'es';
			/** @description Subject of the mail. */
			Subject: string;
			/** @description Text of the mail. An empty line begins a paragraph; a line that is an address becomes a link. */
			Body: string;
			/** @description Text message. */
			Short: string;
			/** @description Names of values, for `[[…]]`. */
			Fields: string[];
			/** @description true: the service's own wording, because the agency has no valid one. */
			IsDefault: boolean;
		};
		PreviewResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Preview: components['schemas']['Preview'][];
		};
		Preview: {
			/** @enum {string} */
			Language: 'en' | 'es';
			Subject: string;
			Text: string;
			Html: string;
			Short: string;
		};
		WebhookMadeResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Webhooks: components['schemas']['WebhookWithSecret'][];
		};
		WebhookWithSecret: {
			/** Format: int32 */
			WebhookId: number;
			/** @description An https URL with a public address. */
			Url: string;
			/** @description Types of events; empty: all. */
			Events: string[];
			/** @description false: the webhook gets no events; waiting events are kept. The default in a new record is `true`. */
			Active: boolean;
			/** @description Time since which every delivery has failed. Unset if the last delivery succeeded. */
			FailingSince: string;
			/** @description Why the service switched the webhook off, or why the last delivery failed. */
			LastError: string;
			CreatedAt: string;
			/** @description Verifies the signatures (`whsec_…`). Cannot be read again. */
			Secret: string;
		};
		DeliveriesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Deliveries: components['schemas']['WebhookDelivery'][];
		};
		WebhookDelivery: {
			/** Format: int64 */
			DeliveryId: number;
			/** Format: int32 */
			WebhookId: number;
			/** @description The header `webhook-id` without `evt_`. It is the same in each try. */
			EventId: string;
			Type: string;
			Subject: string;
			/** @description The body, as JSON. */
			Payload: string;
			/** @enum {string} */
			State: 'Pending' | 'Delivered' | 'Failed';
			/** Format: int32 */
			Tries: number;
			/**
			 * Format: int32
			 * @description HTTP status of the last response; 0: no response.
			 */
			Status: number;
			LastError: string;
			CreatedAt: string;
			NextTryAt: string;
			DeliveredAt: string;
		};
		RecordTypesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			RecordTypes: components['schemas']['RecordType'][];
		};
		RecordType: {
			RecordType: string;
		};
		ImportsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Imports: components['schemas']['ListedImport'][];
		};
		ListedImport: {
			ImportId: string;
			/** @description The record set that gets the records. */
			Into: string;
			FileName: string;
			/** @enum {string} */
			State: 'Previewed' | 'Running' | 'Done' | 'Undone' | 'Failed';
			/**
			 * Format: int32
			 * @description Number of records in the file.
			 */
			Rows: number;
			/** Format: int32 */
			Inserted: number;
			/** Format: int32 */
			Updated: number;
			/**
			 * Format: int32
			 * @description Records that equal the stored ones.
			 */
			Unchanged: number;
			/**
			 * Format: int32
			 * @description Records that may be wrong, which a run leaves out unless it takes them.
			 */
			Doubtful: number;
			/**
			 * Format: int32
			 * @description Records with errors. The file is not imported before it has none.
			 */
			Invalid: number;
			/** @description true: the preview lists only the first 200,000 changes, doubts and errors (of 32 MiB). The counts are those of all lines. The import cannot be run: divide the file. */
			Shortened: boolean;
			Columns: components['schemas']['ImportColumn'][];
			Options: components['schemas']['ImportSettings'] | null;
			/** @description Why the import cannot be undone; empty if it can. */
			CannotUndo: string;
			CreatedAt: string;
			UserId: string;
			/** @description The user who sent the file. */
			UserName: string;
		};
		ImportColumn: {
			/** @description The title. A second column of this title has a number behind it, by which Map can name it: `Phone (2)`. */
			Column: string;
			/** @description The field that gets the values, or whose id the names stand for. Empty: the column is left alone, because no field has this name, or because the service derives its values. */
			Field: string;
			/** @description The first value of the column. Empty if it is left alone, `***` if the field is stored encrypted. */
			Example: string;
			/** @description The option that the column asks for: `Dates` or `Decimal`, because its values can mean two things; `Map`, because another column has its title or fills its field; else empty. */
			Asks: string;
		};
		ImportSettings: {
			/** @description Fields by the titles of columns, for columns that are not recognised; "" leaves a column alone. */
			Map: {
				[key: string]: string;
			};
			/**
			 * @description Order of day and month in dates such as 3/4/2026. Unset: as the dates of the file prove; if they do not, each such date is an error that asks for it.
			 * @enum {string|null}
			 */
			Dates: 'iso' | 'mdy' | 'dmy' | null;
			/**
			 * @description Decimal sign. Unset: as the numbers of the file prove.
			 * @enum {string|null}
			 */
			Decimal: '.' | ',' | null;
			/**
			 * @description Encoding of a CSV file: one of these, or another one that browsers know. Unset: as the Content-Type of the file names it, or else as its bytes show.
			 * @enum {string|null}
			 */
			Encoding:
				| 'utf-8'
				| 'utf-16le'
				| 'utf-16be'
				| 'windows-1250'
				| 'windows-1251'
				| 'windows-1252'
				| 'windows-1253'
				| 'windows-1254'
				| 'macintosh'
				| null;
			/**
			 * @description What an empty cell does: `keep` (default) changes nothing, `clear` makes the field unset. The default in a new record is `"keep"`.
			 * @enum {string}
			 */
			Blank: 'keep' | 'clear';
			/**
			 * @description How contacts without ContactId are found: `key` (default) adds them; `email` and `phone` find the contact with the same e-mail address or telephone number. The default in a new record is `"key"`.
			 * @enum {string}
			 */
			Match: 'key' | 'email' | 'phone';
			/**
			 * @description What becomes of the zeros that a spreadsheet removed at the beginning of ZIP codes and telephone numbers: `ask` (default) makes their lines doubtful, `restore` puts the zeros back. The default in a new record is `"ask"`.
			 * @enum {string}
			 */
			Zeros: 'ask' | 'restore';
		};
		ImportSetsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Sets: components['schemas']['ImportSet'][];
		};
		ImportSet: {
			Into: string;
			/** @description What Map may name: the fields that you may import, and AgentName, StateName and so on for columns that have names instead of ids. */
			Fields: string[];
			/** @description The same in the order in which people read them, the usual ones first. */
			Choices: components['schemas']['ImportChoice'][];
		};
		ImportChoice: {
			/** @description What Map names. */
			Field: string;
			/** @description What the pages call it; empty: the name of the field in words. */
			Title: string;
			/** @description Title of its group; empty if the record has no groups. */
			Group: string;
		};
		ImportLinesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Lines: components['schemas']['ListedLine'][];
		};
		ListedLine: {
			/**
			 * Format: int32
			 * @description Line of the file, or row of the sheet.
			 */
			Line: number;
			/**
			 * @description What the import does with the record of the line.
			 * @enum {string}
			 */
			Action: 'Insert' | 'Update' | 'Doubtful' | 'Invalid' | 'Erased' | 'Merged';
			/** @description Key of the record; empty for one that a run will add. */
			Key: string;
			/**
			 * Format: int32
			 * @description Number of the rows of the line.
			 */
			Rows: number;
			/**
			 * Format: int32
			 * @description Number of its doubts and errors.
			 */
			Problems: number;
		};
		ImportRowsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Rows: components['schemas']['ListedRow'][];
		};
		ListedRow: {
			/**
			 * Format: int32
			 * @description Line of the file, or row of the sheet.
			 */
			Line: number;
			/**
			 * @description What the import does with the record of the line.
			 * @enum {string}
			 */
			Action: 'Insert' | 'Update' | 'Doubtful' | 'Invalid' | 'Erased' | 'Merged';
			/** @description Key of the record; empty for one that a run will add. */
			Key: string;
			/** @description Field, or column of the file; empty for the whole line. */
			Field: string;
			From: string;
			To: string;
			/** @description Set for an error or a doubt. */
			ErrorCode: string;
			/** @description The error or the doubt. */
			Message: string;
		};
		UndoResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Imports: components['schemas']['ListedImport'][];
			LeftBehind: components['schemas']['LeftChange'][];
		};
		LeftChange: {
			/** Format: int32 */
			Line: number;
			Key: string;
			/** @description The field; empty for a record that the import added. */
			Field: string;
			Message: string;
		};
		PersonResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Person: components['schemas']['PersonValue'][];
		};
		PersonValue: {
			/** @description The record set, or the table with hyphens. */
			Set: string;
			/** @description The key of the record. */
			Key: string;
			Field: string;
			Value: string;
		};
		EraseResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Erased: components['schemas']['ErasedRecords'][];
		};
		ErasedRecords: {
			Set: string;
			/** Format: int32 */
			Records: number;
			/**
			 * @description `Kept` records lose all values about the person; `Unchanged` records keep them.
			 * @enum {string}
			 */
			Outcome: 'Removed' | 'Kept' | 'Unchanged';
			/** @description What remains, or why. */
			Reason: string;
		};
		ContactReportResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Report: components['schemas']['ContactReport'][];
		};
		ContactReport: {
			/**
			 * Format: int32
			 * @description 0 for the contacts without an agent.
			 */
			AgentId: number;
			AgentName: string;
			/**
			 * Format: int32
			 * @description Contacts that are not deleted.
			 */
			Contacts: number;
			/**
			 * Format: int32
			 * @description Contacts that are Active.
			 */
			Active: number;
			/**
			 * Format: int32
			 * @description Active contacts without LastContact, except those marked DoNotContact.
			 */
			NeverContacted: number;
			/**
			 * Format: double
			 * @description Median of the days from LastContact to today, over the active contacts that have a LastContact and are not marked DoNotContact; null if the agent has none.
			 */
			NeglectedDays: number | null;
		};
		ActivityReportResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Report: components['schemas']['ActivityReport'][];
		};
		ActivityReport: {
			/** @description The month of the business day of StartDate. */
			Month: string;
			/**
			 * Format: int32
			 * @description 0 if Administrators without an agent logged the activities.
			 */
			AgentId: number;
			AgentName: string;
			/** Format: int32 */
			EventTypeId: number;
			EventTypeName: string;
			EventCategory: string;
			/** Format: int32 */
			Activities: number;
			/**
			 * Format: int32
			 * @description Different contacts of these activities.
			 */
			Contacts: number;
		};
		LedgerResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Ledger: components['schemas']['LedgerLine'][];
		};
		LedgerLine: {
			Day: string;
			/** @enum {string} */
			Kind: 'Listing' | 'Adjustment' | 'Payment';
			/**
			 * Format: int32
			 * @description Identifies the line among those of its Kind.
			 */
			Id: number;
			/** Format: int32 */
			AgentId: number;
			AgentName: string;
			/** @description The policy of a Listing. */
			PolicyNumber: string;
			/**
			 * Format: decimal
			 * @description Points of a Listing or an Adjustment.
			 */
			Points: number;
			/**
			 * Format: decimal
			 * @description Commission of a Listing, or money of an Adjustment or a Payment. A Payment reduces the balance.
			 */
			Amount: number;
			/** @description Without a filter on this field, the list omits void listings. */
			Void: boolean;
		};
		FreeTimesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			FreeTimes: components['schemas']['FreeTime'][];
		};
		FreeTime: {
			LineId: string;
			StartDate: string;
			EndDate: string;
			/**
			 * Format: int32
			 * @description The fewest places that are left in its quarter-hours.
			 */
			Places: number;
		};
		BookingsResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Bookings: components['schemas']['Booking'][];
		};
		Booking: {
			/** Format: int32 */
			AppointmentId: number;
			LineId: string;
			LineName: string;
			StartDate: string;
			EndDate: string;
			/** @description ContactGUID of the contact. */
			CustomerId: string;
			CustomerName: string;
			/** @description The last digits of the telephone number. */
			PhoneEnding: string;
			/** @enum {string} */
			Status: 'Planned' | 'Done' | 'Cancelled' | 'Missed';
			Code: string;
			BookedBy: string;
			ArrivedTime: string;
			/** @description The visit of the customer. */
			CheckInId: string;
			/** @description The ticket of the visit. */
			Ticket: string;
			/** @description The present hours would not give this time, or the line is inactive. */
			Outside: boolean;
			/** @description Booked although no place was free. */
			Overbooked: boolean;
		};
		BookingReportResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			Report: components['schemas']['BookingReport'][];
		};
		BookingReport: {
			/** @description The business day. */
			Day: string;
			LocationId: string;
			LocationName: string;
			LineId: string;
			LineName: string;
			/**
			 * Format: int32
			 * @description Bookings of the day: Done, Missed, Cancelled and those still Planned.
			 */
			Booked: number;
			/**
			 * Format: int32
			 * @description Bookings that customers made themselves.
			 */
			ByCustomer: number;
			/** Format: int32 */
			Done: number;
			/** Format: int32 */
			Missed: number;
			/** Format: int32 */
			Cancelled: number;
			/**
			 * Format: int32
			 * @description Customers who arrived too late to be called at their time.
			 */
			Late: number;
			/**
			 * Format: int32
			 * @description Bookings that were made although no place was free.
			 */
			Overbooked: number;
			/**
			 * Format: double
			 * @description Median minutes from the later of StartDate and ArrivedTime to the first call. 0 if no customer was called later.
			 */
			MedianDelayMinutes: number;
			/**
			 * Format: double
			 * @description 90th percentile of the minutes whose median is MedianDelayMinutes.
			 */
			P90DelayMinutes: number;
		};
		BookingRulesResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			BookingRules: components['schemas']['BookingRule'][];
		};
		BookingRule: {
			LineId: string;
			/** @description Customers can book on the page of the location. Staff can always book. */
			Bookable: boolean;
			/**
			 * Format: int32
			 * @description Customers who can be booked at one time. The default in a new record is `1`.
			 */
			Places: number;
			/** @description Within the opening hours of the location, with their own Places. Empty: all opening hours, with Places. */
			Hours: components['schemas']['BookingHours'][];
			/**
			 * Format: int32
			 * @description The event type of new bookings: an active one whose category is not Outreach.
			 */
			EventTypeId: number;
			/**
			 * Format: int32
			 * @description The active agent who gets new customers, and bookings of customers whose own agent is not here.
			 */
			AgentId: number | null;
			/**
			 * Format: int32
			 * @description Customers can book, or move a booking to, only times that are at least this many minutes ahead. The default in a new record is `120`.
			 */
			NoticeMinutes: number;
			/**
			 * Format: int32
			 * @description Customers can book this many days ahead. The default in a new record is `60`.
			 */
			DaysAhead: number;
			/**
			 * Format: int32
			 * @description A customer who arrives more than this many minutes after the booked time waits as a walk-in customer. The default in a new record is `10`.
			 */
			LateMinutes: number;
			/** @description Shown to customers who have booked. */
			Instructions: string;
		};
		BookingHours: {
			/**
			 * Format: int32
			 * @description From 1 for Monday to 7 for Sunday.
			 */
			Weekday: number;
			/** @description `HH:mm`, a quarter-hour. */
			From: string;
			/** @description `HH:mm`, a quarter-hour; `24:00` ends the day. */
			To: string;
			/**
			 * Format: int32
			 * @description Customers who can be booked at one time.
			 */
			Places: number;
		};
		SpecialDaysResponse: {
			ResponseStatus: components['schemas']['ResponseStatus'];
			SpecialDays: components['schemas']['SpecialDay'][];
			/** @description The bookings that the change shuts out: cancelled, or to be cancelled. */
			Bookings: components['schemas']['Booking'][];
		};
		SpecialDay: {
			/** Format: int32 */
			SpecialDayId: number;
			/** @description Unset: all locations. */
			LocationId: string;
			FirstDay: string;
			LastDay: string;
			/** @description `HH:mm`, a quarter-hour. From and To empty: closed. */
			From: string;
			/** @description `HH:mm`, a quarter-hour; `24:00` ends the day. */
			To: string;
			Name: string;
		};
		SignInRequest: {
			/** @description The letter case is ignored. */
			UserName: string;
			Password: string;
			/** @description The authenticator app's six digits, or a recovery code, if multi-factor authentication is active. */
			Code?: string | null;
		};
		RefreshRequest: {
			RefreshToken: string;
		};
		PasswordRequest: {
			CurrentPassword: string;
			/** @description 15 characters or more (8 with multi-factor authentication active), any characters; widely used passwords are refused. */
			NewPassword: string;
		};
		ForgotRequest: {
			/** @description The letter case is ignored. */
			UserName: string;
		};
		ResetRequest: {
			/** @description The last segment of the link. */
			Token: string;
			/** @description 15 characters or more, or 8 if multi-factor authentication is active. */
			NewPassword: string;
		};
		MfaEnrolRequest: {
			Password: string;
		};
		MfaConfirmRequest: {
			/** @description The authenticator app's six digits. */
			Code: string;
			/** @description Your own password. Required unless this session verified it in the last 5 minutes. */
			OwnPassword?: string | null;
		};
		SessionRequest: {
			SessionId?: string | null;
		};
		OpenIdTokenRequest: {
			/** @description The OpenIdCode from the fragment of the return URL. */
			Code: string;
			/** @description The secret whose SHA-256 you sent as CodeChallenge when you began to sign in. */
			CodeVerifier: string;
			/** @description The authenticator app's six digits, or a recovery code, if multi-factor authentication is active. */
			MfaCode?: string | null;
		};
		SmartsheetsTransferRequest: {
			/** @description The agent who receives the lines. Only its AgentId is read. */
			agent?: components['schemas']['Agent'] | null;
			lines?: components['schemas']['SmartsheetRecordInput'][] | null;
		};
		Agent: {
			/** Format: int32 */
			AgentId?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			Upline1?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			Upline2?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			Upline3?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			Upline4?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			MVPID?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			AVPID?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			RVPID?: number | null;
			/**
			 * Format: decimal
			 * @description Today's level. A change adds today's row to the history of levels.
			 */
			AgentLevel?: number | null;
			/** Format: decimal */
			Upline1Percent?: number | null;
			/** Format: decimal */
			Upline2Percent?: number | null;
			/** Format: decimal */
			Upline3Percent?: number | null;
			/** Format: decimal */
			Upline4Percent?: number | null;
			/** Format: decimal */
			FactFinderBilling?: number | null;
			Company?: string | null;
			/** Name */
			AgentName?: string;
			FirstName?: string | null;
			LastName?: string | null;
			MiddleInitial?: string | null;
			/** Street */
			Address1?: string | null;
			/** Street, second line */
			Address2?: string | null;
			City?: string | null;
			State?: string | null;
			/** ZIP code */
			Zip?: string | null;
			Country?: string | null;
			Email?: string | null;
			EmailSignature?: string | null;
			HomePhone?: string | null;
			CellPhone?: string | null;
			WorkPhone?: string | null;
			AgentNumber?: string | null;
			ReferringAgent?: string | null;
			PlacementAgent?: string | null;
			Package?: string | null;
			StoreName?: string | null;
			Notes?: string | null;
			TeamName?: string | null;
			Rank?: string | null;
			/**
			 * Status
			 * @description Only an Active agent can sign in, use API keys, and receive lines and contacts. The default in a new record is `"Active"`.
			 * @enum {string|null}
			 */
			AgentStatus?: 'Active' | 'Inactive' | 'Left' | null;
			Office?: string | null;
			/** Social security number */
			SSN?: string | null;
			Fax?: string | null;
			BusinessEmail?: string | null;
			ModifiedBy?: string | null;
			TimeZone?: string | null;
			DirectPayApprBy?: string | null;
			FullName?: string | null;
			ByLastName?: string | null;
			LastSessionId?: string | null;
			SMSPhoneNumber?: string | null;
			SchedulerUrl?: string | null;
			InsLicensed?: boolean | null;
			AgreeToDisclosures?: boolean | null;
			IsAgent?: boolean | null;
			IsMVP?: boolean | null;
			IsRVP?: boolean | null;
			IsAVP?: boolean | null;
			IsAdmin?: boolean | null;
			IsBusinessCardAdmin?: boolean | null;
			NBC?: boolean | null;
			LeaderLocked?: boolean | null;
			Vested?: boolean | null;
			IsSecurityLicensed?: boolean | null;
			IsEncompassAdmin?: boolean | null;
			MfaActive?: boolean | null;
			RequireMFA?: boolean | null;
			VerifiedEmailStatus?: boolean | null;
			VerifiedCellPhoneStatus?: boolean | null;
			PasswordUpdated?: boolean | null;
			RestrictToSingleSession?: boolean | null;
			AgreeToDate?: string | null;
			PaidDate?: string | null;
			CreatedDate?: string | null;
			/** Date of birth */
			DOB?: string | null;
			ModifiedDate?: string | null;
			LastLogin?: string | null;
			LastSubmittedBusinessDate?: string | null;
			GracePeriodDate?: string | null;
			DirectPay?: string | null;
			/** @description The user that this agent belongs to. */
			UserId?: string | null;
			LocationId?: string | null;
			CalendarId?: string | null;
			/** @description Never sent: an API key is shown only when it is created. */
			ApiKey?: string | null;
			QueueDefaults?: components['schemas']['QueueDefaultInput'] | null;
			/** @description Codes of the roles that the agent's user holds. */
			Roles?: string[] | null;
		};
		QueueDefaultInput: {
			LocationId?: string | null;
			Services?: string[] | null;
		};
		SmartsheetRecordInput: {
			/** Format: int32 */
			ID?: number | null;
			TableName?: string | null;
			PolicyAssociateId?: string | null;
			/** @description The owner's name. */
			AgentName?: string | null;
			ClientName?: string | null;
			PolicyNumber?: string | null;
			TransactionId?: string | null;
			type?: string | null;
		};
		WebixGanttTaskInput: {
			/** @description Id of the task. In a new task: a temporary id of the client. */
			id?: string | null;
			/**
			 * @description The default in a new record is `"task"`.
			 * @enum {string|null}
			 */
			type?: 'task' | 'project' | 'milestone' | 'split' | null;
			/** @description In a new task: today by default. */
			start_date?: string | null;
			planned_start?: string | null;
			/** @description Derived from start_date and duration. If you send it without a duration, it determines the duration. */
			end_date?: string | null;
			planned_end?: string | null;
			/** @description The default in a new record is `"New Task"`. */
			text?: string | null;
			/**
			 * Format: int32
			 * @description Percent.
			 */
			progress?: number | null;
			/** @description 0: the task is at the top. The default in a new record is `"0"`. */
			parent?: string | null;
			/**
			 * Format: int32
			 * @description Position among the siblings, from 0. If it is too high, the task comes last.
			 */
			position?: number | null;
			/**
			 * Format: int32
			 * @description Length in whole days of 24 hours.
			 */
			duration?: number | null;
			/**
			 * Format: int32
			 * @description Length in whole days of 24 hours.
			 */
			planned_duration?: number | null;
			details?: string | null;
			/** @description Equals opened; if you send both, opened counts. */
			open?: boolean | null;
			/**
			 * Format: int32
			 * @description 1: the task's children are shown.
			 */
			opened?: number | null;
			/** Format: int32 */
			job_type_id?: number | null;
			/** @description Name of the job type; read-only. */
			job_type_name?: string | null;
			/** @description UserId of the creator of the task; read-only. */
			created_by_id?: string | null;
		};
		WebixGanttMove: {
			id?: string | null;
			/** @enum {string} */
			mode: 'before' | 'after' | 'first' | 'last';
			/** @description For before and after: the task next to which the moved task is placed. */
			target?: string | null;
			/** @description For first and last: the new parent. By default the parent is unchanged. */
			parent?: string | null;
		};
		WebixGanttLinkInput: {
			/** @description Id of the link. In a new link: a temporary id of the client. */
			id?: string | null;
			source?: string;
			target?: string;
			/**
			 * Format: int32
			 * @description 0 EndToStart, 1 StartToStart, 2 EndToEnd, 3 StartToEnd.
			 * @enum {integer|null}
			 */
			type?: 0 | 1 | 2 | 3 | null;
		};
		CustomerCheckins: {
			Id?: string | null;
			/** @description The current line of the visit. It is one of LineIds. */
			LineId?: string | null;
			/** @description ContactGUID of the contact. */
			CustomerId?: string;
			/** @description UserId of the user who serves the customer: an active agent, or a user who works at the location. */
			EmployeeId?: string | null;
			LocationId?: string;
			/** @description A station of the location. */
			StationId?: string | null;
			SignInTime?: string | null;
			/** @description The time that determines the position in the queue. */
			AdjustedSignInTime?: string | null;
			SendReminders?: boolean | null;
			/**
			 * Format: int32
			 * @description 0 Waiting, 1 Called, 2 Serving, 3 Completed, 4 NoShow, 5 Cancelled.
			 * @enum {integer|null}
			 */
			Status?: 0 | 1 | 2 | 3 | 4 | 5 | null;
			/**
			 * Task minutes
			 * Format: int32
			 * @description Whole minutes from Serving to Completed, unless sent.
			 */
			TaskTime?: number | null;
			/** @description true if Status is 3. */
			Completed?: boolean | null;
			/** @description When Status became 3; the service sets it. */
			CompletedTime?: string | null;
			QuestionnaireSubmitted?: boolean | null;
			/** @description All lines of the visit. */
			LineIds?: string[] | null;
			/** @description An API key, for clients that send no other credentials. */
			ApiKey?: string | null;
		};
		ActivityTrackerRequest: {
			/** @description Start of the range. For Log, start of the activity, by default now. */
			StartDate?: string | null;
			/** @description End of the range, or of the activity. A date without a time includes the whole day. */
			EndDate?: string | null;
			/** @description For Log, the contact of the activity. Only ContactId is read. */
			Contact?: components['schemas']['ContactInput'] | null;
			/**
			 * Format: int32
			 * @description For Log, the type of the activity. For other commands, only activities of this type count.
			 */
			EventTypeId?: number | null;
			/**
			 * @description The letter case is ignored.
			 * @enum {string|null}
			 */
			CommandType?: 'Log' | 'Contacted' | 'NotContacted' | 'New' | 'All' | null;
		};
		ContactInput: {
			/** Format: int32 */
			ContactId?: number | null;
			/**
			 * Type
			 * Format: int32
			 */
			ContactType?: number | null;
			/** Format: int32 */
			DistrictID?: number | null;
			/**
			 * Format: int32
			 * @description The agent that owns the contact.
			 */
			AgentId?: number | null;
			/** Format: int32 */
			PeraContactId?: number | null;
			/** Format: int32 */
			SourceTypeId?: number | null;
			/** Format: int32 */
			ContactStatusId?: number | null;
			/**
			 * Category id
			 * Format: int32
			 */
			ContactCategory?: number | null;
			/** Format: int32 */
			WritingAgentId?: number | null;
			/** Format: int32 */
			NumberOfDebtAccounts?: number | null;
			/** Format: int32 */
			FactFinderCodeId?: number | null;
			/** Format: int32 */
			Rate?: number | null;
			/** Format: int32 */
			JobID?: number | null;
			/** Format: int32 */
			JobCount?: number | null;
			/**
			 * Locked by
			 * Format: int32
			 */
			LockedByAgentId?: number | null;
			/** Format: int64 */
			SchoolID?: number | null;
			/** Format: int64 */
			StateID?: number | null;
			/** Format: int64 */
			CountyID?: number | null;
			FirstName?: string | null;
			LastName?: string | null;
			/** @description By default FirstName and LastName, or BusinessName; follows a change of these. */
			Name?: string | null;
			Role?: string | null;
			Title?: string | null;
			/** Work email */
			EmailWork?: string | null;
			/** Personal email */
			EmailPersonal?: string | null;
			/** @description The district's name. */
			District?: string | null;
			/** @description The school's name. */
			School?: string | null;
			/**
			 * State code
			 * @description The state's abbreviation.
			 */
			State?: string | null;
			StateName?: string | null;
			/** @description The county's name. */
			County?: string | null;
			Phone?: string | null;
			Department?: string | null;
			Flow?: string | null;
			/** Other phone */
			PhoneAlt?: string | null;
			RoomNumber?: string | null;
			/**
			 * Source
			 * @description Follows SourceTypeId: what you send counts only if the list of these ids lacks it.
			 */
			SourceTypeDesc?: string | null;
			SourceNote?: string | null;
			/**
			 * Status
			 * @description Follows ContactStatusId: what you send counts only if the list of these ids lacks it.
			 */
			ContactStatusDesc?: string | null;
			/**
			 * Social security number
			 * @description All but the last four digits are masked, unless an Administrator names SSN in `fields`.
			 */
			SSN?: string | null;
			/** Street */
			address_line1?: string | null;
			/** City */
			address_city?: string | null;
			/** State */
			address_state?: string | null;
			/** ZIP code */
			address_zip?: string | null;
			DeletedBy?: string | null;
			MiddleInitial?: string | null;
			/** @description Comma-separated. */
			Tags?: string | null;
			/** Kind of phone */
			PhoneLabel?: string | null;
			/** Kind of other phone */
			AltPhoneLabel?: string | null;
			Carriers?: string | null;
			/**
			 * Picture
			 * @description AttachmentId of the picture that `PUT /v1/Contacts/{ContactId}/Image` has set.
			 */
			ContactImage?: string | null;
			CompanyAffiliation?: string | null;
			AdditionalInformation?: string | null;
			/**
			 * Writing agent
			 * @description The writing agent's name.
			 */
			WritingAgentName?: string | null;
			MaritalStatus?: string | null;
			BusinessName?: string | null;
			/** Doing business as */
			DBA?: string | null;
			/**
			 * Job
			 * @description Follows JobID: what you send counts only if the list of these ids lacks it.
			 */
			JobName?: string | null;
			Initials?: string | null;
			/**
			 * Category
			 * @description Follows ContactCategory: what you send counts only if the list of these ids lacks it.
			 */
			ContactCategoryName?: string | null;
			/** @description true: the service rejects activities of the category Outreach. The default in a new record is `false`. */
			DoNotContact?: boolean | null;
			/** @description The default in a new record is `true`. */
			Active?: boolean | null;
			/** @description The default in a new record is `false`. */
			Deleted?: boolean | null;
			/**
			 * Shared
			 * @description The contact is shared with other agents.
			 */
			IsShared?: boolean | null;
			/** @description The default in a new record is `false`. */
			HasNBC?: boolean | null;
			/** @description The default in a new record is `false`. */
			HasFactFinderSheet?: boolean | null;
			/** @description Read-only. A gift card is pending, or was sent. The default in a new record is `false`. */
			HasGiftCard?: boolean | null;
			/** @description true: only the agent LockedByAgentId and Administrators can change the contact and log its activities, until LOCK_HOURS have passed, or that agent is no longer Active or its user is disabled. The default in a new record is `false`. */
			Locked?: boolean | null;
			/**
			 * Agrees to text messages
			 * @description The customer has agreed to text messages to Phone, or to PhoneAlt if Phone is unset. A merge takes it over only with its number. The default in a new record is `false`.
			 */
			SMSOptIn?: boolean | null;
			/** @description Read-only. Time of the latest activity that is not Internal. Logging an older activity does not change it. */
			LastContact?: string | null;
			DateOfBirth?: string | null;
			/** Deleted at */
			DeletedDateTimeUtc?: string | null;
			DateCreated?: string | null;
			ProjectEndDate?: string | null;
			/** Locked at */
			LockedTimestamp?: string | null;
			/** Format: decimal */
			TotalDebtAmount?: number | null;
			/** Contact GUID */
			ContactGUID?: string | null;
		};
		LineQuestionsRequest: {
			/** Format: int32 */
			Id?: number | null;
			LineId?: string | null;
			CustomerCheckInId?: string | null;
			/** @description true: read-only, with the saved answers. false: the questions to answer. */
			RO?: boolean | null;
			LineQuestions?: components['schemas']['LineQuestionInput'][] | null;
		};
		LineQuestionInput: {
			/** Format: int32 */
			Id?: number | null;
			/** @description The visit to which the answer belongs; unset in a question. */
			CustomerCheckInId?: string | null;
			LineId?: string | null;
			Question?: string;
			Answer?: string | null;
			/** @description false: the question is retired. It keeps its answers. The default in a new record is `true`. */
			Active?: boolean | null;
		};
		SurveyAnswerRequest: {
			/** @description Identifies the invitation. */
			SurveyGuid: string;
			Responses?: components['schemas']['SurveyQuestionResponse'][] | null;
		};
		SurveyQuestionResponse: {
			/** Format: int32 */
			QuestionId?: number | null;
			Response?: string | null;
		};
		ProjectTeamMembersRequest: {
			/** Format: int32 */
			TeamMemberID?: number | null;
			ProjectTeamMembers?: components['schemas']['ProjectTeamMemberInput'][] | null;
		};
		ProjectTeamMemberInput: {
			/** Format: int32 */
			TeamMemberID?: number | null;
			/** Format: int32 */
			ProjectID?: number;
			/** Format: int32 */
			ContactID?: number;
			MemberRole?: string;
		};
		ContactTransferRequest: {
			/** @description The agent who receives the contacts. Only its AgentId is read. */
			agent?: components['schemas']['Agent'] | null;
			/** @description Only the ContactIds are read. */
			Contacts?: components['schemas']['ContactInput'][] | null;
		};
		ContactListRequest: {
			/** @description Each contact must have its ContactId. */
			Contacts?: components['schemas']['ContactChange'][] | null;
		};
		ContactChange: {
			/** Format: int32 */
			ContactId?: number | null;
			/**
			 * Type
			 * Format: int32
			 */
			ContactType?: number | null;
			/** Format: int32 */
			DistrictID?: number | null;
			/**
			 * Format: int32
			 * @description The agent that owns the contact.
			 */
			AgentId?: number | null;
			/** Format: int32 */
			PeraContactId?: number | null;
			/** Format: int32 */
			SourceTypeId?: number | null;
			/** Format: int32 */
			ContactStatusId?: number | null;
			/**
			 * Category id
			 * Format: int32
			 */
			ContactCategory?: number | null;
			/** Format: int32 */
			WritingAgentId?: number | null;
			/** Format: int32 */
			NumberOfDebtAccounts?: number | null;
			/** Format: int32 */
			FactFinderCodeId?: number | null;
			/** Format: int32 */
			Rate?: number | null;
			/** Format: int32 */
			JobID?: number | null;
			/** Format: int32 */
			JobCount?: number | null;
			/**
			 * Locked by
			 * Format: int32
			 */
			LockedByAgentId?: number | null;
			/** Format: int64 */
			SchoolID?: number | null;
			/** Format: int64 */
			StateID?: number | null;
			/** Format: int64 */
			CountyID?: number | null;
			FirstName?: string | null;
			LastName?: string | null;
			/** @description By default FirstName and LastName, or BusinessName; follows a change of these. */
			Name?: string | null;
			Role?: string | null;
			Title?: string | null;
			/** Work email */
			EmailWork?: string | null;
			/** Personal email */
			EmailPersonal?: string | null;
			/** @description The district's name. */
			District?: string | null;
			/** @description The school's name. */
			School?: string | null;
			/**
			 * State code
			 * @description The state's abbreviation.
			 */
			State?: string | null;
			StateName?: string | null;
			/** @description The county's name. */
			County?: string | null;
			Phone?: string | null;
			Department?: string | null;
			Flow?: string | null;
			/** Other phone */
			PhoneAlt?: string | null;
			RoomNumber?: string | null;
			/**
			 * Source
			 * @description Follows SourceTypeId: what you send counts only if the list of these ids lacks it.
			 */
			SourceTypeDesc?: string | null;
			SourceNote?: string | null;
			/**
			 * Status
			 * @description Follows ContactStatusId: what you send counts only if the list of these ids lacks it.
			 */
			ContactStatusDesc?: string | null;
			/**
			 * Social security number
			 * @description All but the last four digits are masked, unless an Administrator names SSN in `fields`.
			 */
			SSN?: string | null;
			/** Street */
			address_line1?: string | null;
			/** City */
			address_city?: string | null;
			/** State */
			address_state?: string | null;
			/** ZIP code */
			address_zip?: string | null;
			DeletedBy?: string | null;
			MiddleInitial?: string | null;
			/** @description Comma-separated. */
			Tags?: string | null;
			/** Kind of phone */
			PhoneLabel?: string | null;
			/** Kind of other phone */
			AltPhoneLabel?: string | null;
			Carriers?: string | null;
			/**
			 * Picture
			 * @description AttachmentId of the picture that `PUT /v1/Contacts/{ContactId}/Image` has set.
			 */
			ContactImage?: string | null;
			CompanyAffiliation?: string | null;
			AdditionalInformation?: string | null;
			/**
			 * Writing agent
			 * @description The writing agent's name.
			 */
			WritingAgentName?: string | null;
			MaritalStatus?: string | null;
			BusinessName?: string | null;
			/** Doing business as */
			DBA?: string | null;
			/**
			 * Job
			 * @description Follows JobID: what you send counts only if the list of these ids lacks it.
			 */
			JobName?: string | null;
			Initials?: string | null;
			/**
			 * Category
			 * @description Follows ContactCategory: what you send counts only if the list of these ids lacks it.
			 */
			ContactCategoryName?: string | null;
			/** @description true: the service rejects activities of the category Outreach. The default in a new record is `false`. */
			DoNotContact?: boolean | null;
			/** @description The default in a new record is `true`. */
			Active?: boolean | null;
			/** @description The default in a new record is `false`. */
			Deleted?: boolean | null;
			/**
			 * Shared
			 * @description The contact is shared with other agents.
			 */
			IsShared?: boolean | null;
			/** @description The default in a new record is `false`. */
			HasNBC?: boolean | null;
			/** @description The default in a new record is `false`. */
			HasFactFinderSheet?: boolean | null;
			/** @description Read-only. A gift card is pending, or was sent. The default in a new record is `false`. */
			HasGiftCard?: boolean | null;
			/** @description true: only the agent LockedByAgentId and Administrators can change the contact and log its activities, until LOCK_HOURS have passed, or that agent is no longer Active or its user is disabled. The default in a new record is `false`. */
			Locked?: boolean | null;
			/**
			 * Agrees to text messages
			 * @description The customer has agreed to text messages to Phone, or to PhoneAlt if Phone is unset. A merge takes it over only with its number. The default in a new record is `false`.
			 */
			SMSOptIn?: boolean | null;
			/** @description Read-only. Time of the latest activity that is not Internal. Logging an older activity does not change it. */
			LastContact?: string | null;
			DateOfBirth?: string | null;
			/** Deleted at */
			DeletedDateTimeUtc?: string | null;
			DateCreated?: string | null;
			ProjectEndDate?: string | null;
			/** Locked at */
			LockedTimestamp?: string | null;
			/** Format: decimal */
			TotalDebtAmount?: number | null;
			/** Contact GUID */
			ContactGUID?: string | null;
			/** @description The Version of the contact that you read: 412 if the contact has changed since. Optional. */
			Version?: string | null;
		};
		ContactRequest: {
			/** Format: int32 */
			ContactId?: number | null;
		};
		ContactSharesRequest: {
			/** Format: int32 */
			ContactId?: number | null;
			/** @description Agents that can see the contact besides its owner. An empty list ends all shares. */
			AgentIds?: number[] | null;
		};
		ActivityInput: {
			/** Format: int32 */
			ActivityId?: number | null;
			/** Format: int32 */
			AgentId?: number | null;
			AgentName?: string | null;
			/** Format: int32 */
			ContactId?: number;
			/** Format: int32 */
			EventTypeId?: number;
			EventTypeName?: string | null;
			EventCategory?: string | null;
			StartDate?: string;
			EndDate?: string | null;
			Outcome?: string | null;
			Note?: string | null;
			ContactName?: string | null;
		};
		CallNextRequest: {
			/** @description The station to which the customer is called. */
			StationId: string;
			/** @description Call only from this line. Default: all lines of the station. */
			LineId?: string | null;
		};
		VisitQuestionnaireRequest: {
			Id?: string;
			LineQuestions?: components['schemas']['LineQuestionInput'][] | null;
		};
		LocationInput: {
			LocationId?: string | null;
			Name?: string;
			/** @description Customers can check in at this location. The default in a new record is `true`. */
			Active?: boolean | null;
			/** @description Empty: closed to bookings. See special days. */
			OpeningHours?: components['schemas']['HoursInput'][] | null;
			/**
			 * Format: int32
			 * @description Customers who can be booked at one time on all lines together; 0: no limit but those of the lines.
			 */
			BookingPlaces?: number | null;
			/** @description The page on which customers book times. */
			BookUrl?: string | null;
			/** @description The page on which booked customers say that they are here. Below it, /poster prints its QR code. */
			ArriveUrl?: string | null;
		};
		HoursInput: {
			/**
			 * Format: int32
			 * @description From 1 for Monday to 7 for Sunday.
			 */
			Weekday?: number;
			/** @description `HH:mm`, a quarter-hour. */
			From?: string;
			/** @description `HH:mm`, a quarter-hour; `24:00` ends the day. */
			To?: string;
		};
		LineInput: {
			Id?: string | null;
			LocationId?: string;
			LocationName?: string | null;
			Name?: string;
			Description?: string | null;
			/** Format: int32 */
			ServiceDurationMinutes?: number | null;
			/**
			 * Wait minutes
			 * Format: int32
			 * @description Expected minutes until the customer is called.
			 */
			WaitTime?: number | null;
			/** Format: double */
			Cost?: number | null;
			/** Format: int32 */
			UpperThreshold?: number | null;
			/** Format: int32 */
			LowerThreshold?: number | null;
			/** @description Customers can check in to this line. The default in a new record is `true`. */
			Active?: boolean | null;
			EntDate?: string | null;
			ModDate?: string | null;
			SendQuestionnaire?: boolean | null;
			RequireUpload?: boolean | null;
			UploadMessage?: string | null;
			LineImages?: components['schemas']['LineImageInput'][] | null;
		};
		LineImageInput: {
			ImageId?: string | null;
			LineId?: string;
			ImageTitle?: string | null;
			UploadDate?: string | null;
			MimeType?: string | null;
			FileName?: string | null;
		};
		StationInput: {
			StationId?: string | null;
			LocationId?: string;
			Name?: string;
			/** @description The station is staffed, so customers can be called to it. */
			Open?: boolean | null;
			/** @description The lines that this station serves. */
			LineIds?: string[] | null;
			/** @description false: the station is no longer in use. The default in a new record is `true`. */
			Active?: boolean | null;
		};
		AgentProfileInput: {
			/** Format: int32 */
			AgentId?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			Upline1?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			Upline2?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			Upline3?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			Upline4?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			MVPID?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			AVPID?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			RVPID?: number | null;
			/**
			 * Format: decimal
			 * @description Today's level. A change adds today's row to the history of levels.
			 */
			AgentLevel?: number | null;
			/** Format: decimal */
			Upline1Percent?: number | null;
			/** Format: decimal */
			Upline2Percent?: number | null;
			/** Format: decimal */
			Upline3Percent?: number | null;
			/** Format: decimal */
			Upline4Percent?: number | null;
			/** Format: decimal */
			FactFinderBilling?: number | null;
			Company?: string | null;
			/** Name */
			AgentName: string;
			FirstName?: string | null;
			LastName?: string | null;
			MiddleInitial?: string | null;
			/** Street */
			Address1?: string | null;
			/** Street, second line */
			Address2?: string | null;
			City?: string | null;
			State?: string | null;
			/** ZIP code */
			Zip?: string | null;
			Country?: string | null;
			Email?: string | null;
			EmailSignature?: string | null;
			HomePhone?: string | null;
			CellPhone?: string | null;
			WorkPhone?: string | null;
			AgentNumber?: string | null;
			ReferringAgent?: string | null;
			PlacementAgent?: string | null;
			Package?: string | null;
			StoreName?: string | null;
			Notes?: string | null;
			TeamName?: string | null;
			Rank?: string | null;
			/**
			 * Status
			 * @description Only an Active agent can sign in, use API keys, and receive lines and contacts. The default in a new record is `"Active"`.
			 * @enum {string|null}
			 */
			AgentStatus?: 'Active' | 'Inactive' | 'Left' | null;
			Office?: string | null;
			/** Social security number */
			SSN?: string | null;
			Fax?: string | null;
			BusinessEmail?: string | null;
			ModifiedBy?: string | null;
			TimeZone?: string | null;
			DirectPayApprBy?: string | null;
			FullName?: string | null;
			ByLastName?: string | null;
			LastSessionId?: string | null;
			SMSPhoneNumber?: string | null;
			SchedulerUrl?: string | null;
			InsLicensed?: boolean | null;
			AgreeToDisclosures?: boolean | null;
			IsAgent?: boolean | null;
			IsMVP?: boolean | null;
			IsRVP?: boolean | null;
			IsAVP?: boolean | null;
			IsAdmin?: boolean | null;
			IsBusinessCardAdmin?: boolean | null;
			NBC?: boolean | null;
			LeaderLocked?: boolean | null;
			Vested?: boolean | null;
			IsSecurityLicensed?: boolean | null;
			IsEncompassAdmin?: boolean | null;
			MfaActive?: boolean | null;
			RequireMFA?: boolean | null;
			VerifiedEmailStatus?: boolean | null;
			VerifiedCellPhoneStatus?: boolean | null;
			PasswordUpdated?: boolean | null;
			RestrictToSingleSession?: boolean | null;
			AgreeToDate?: string | null;
			PaidDate?: string | null;
			CreatedDate?: string | null;
			/** Date of birth */
			DOB?: string | null;
			ModifiedDate?: string | null;
			LastLogin?: string | null;
			LastSubmittedBusinessDate?: string | null;
			GracePeriodDate?: string | null;
			DirectPay?: string | null;
			/** @description The user that this agent belongs to. */
			UserId?: string | null;
			LocationId?: string | null;
			CalendarId?: string | null;
			QueueDefaults?: components['schemas']['QueueDefaultInput'] | null;
			/** @description Codes of the roles that the agent's user holds. */
			Roles?: string[] | null;
		};
		WrittenAgent: {
			/** Format: int32 */
			AgentId?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			Upline1?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			Upline2?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			Upline3?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			Upline4?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			MVPID?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			AVPID?: number | null;
			/**
			 * Format: int32
			 * @description AgentId of an agent that has this agent in its downline.
			 */
			RVPID?: number | null;
			/**
			 * Format: decimal
			 * @description Today's level. A change adds today's row to the history of levels.
			 */
			AgentLevel?: number | null;
			/** Format: decimal */
			Upline1Percent?: number | null;
			/** Format: decimal */
			Upline2Percent?: number | null;
			/** Format: decimal */
			Upline3Percent?: number | null;
			/** Format: decimal */
			Upline4Percent?: number | null;
			/** Format: decimal */
			FactFinderBilling?: number | null;
			Company?: string | null;
			/** Name */
			AgentName?: string;
			FirstName?: string | null;
			LastName?: string | null;
			MiddleInitial?: string | null;
			/** Street */
			Address1?: string | null;
			/** Street, second line */
			Address2?: string | null;
			City?: string | null;
			State?: string | null;
			/** ZIP code */
			Zip?: string | null;
			Country?: string | null;
			Email?: string | null;
			EmailSignature?: string | null;
			HomePhone?: string | null;
			CellPhone?: string | null;
			WorkPhone?: string | null;
			AgentNumber?: string | null;
			ReferringAgent?: string | null;
			PlacementAgent?: string | null;
			Package?: string | null;
			StoreName?: string | null;
			Notes?: string | null;
			TeamName?: string | null;
			Rank?: string | null;
			/**
			 * Status
			 * @description Only an Active agent can sign in, use API keys, and receive lines and contacts. The default in a new record is `"Active"`.
			 * @enum {string|null}
			 */
			AgentStatus?: 'Active' | 'Inactive' | 'Left' | null;
			Office?: string | null;
			/** Social security number */
			SSN?: string | null;
			Fax?: string | null;
			BusinessEmail?: string | null;
			ModifiedBy?: string | null;
			TimeZone?: string | null;
			DirectPayApprBy?: string | null;
			FullName?: string | null;
			ByLastName?: string | null;
			LastSessionId?: string | null;
			SMSPhoneNumber?: string | null;
			SchedulerUrl?: string | null;
			InsLicensed?: boolean | null;
			AgreeToDisclosures?: boolean | null;
			IsAgent?: boolean | null;
			IsMVP?: boolean | null;
			IsRVP?: boolean | null;
			IsAVP?: boolean | null;
			IsAdmin?: boolean | null;
			IsBusinessCardAdmin?: boolean | null;
			NBC?: boolean | null;
			LeaderLocked?: boolean | null;
			Vested?: boolean | null;
			IsSecurityLicensed?: boolean | null;
			IsEncompassAdmin?: boolean | null;
			MfaActive?: boolean | null;
			RequireMFA?: boolean | null;
			VerifiedEmailStatus?: boolean | null;
			VerifiedCellPhoneStatus?: boolean | null;
			PasswordUpdated?: boolean | null;
			RestrictToSingleSession?: boolean | null;
			AgreeToDate?: string | null;
			PaidDate?: string | null;
			CreatedDate?: string | null;
			/** Date of birth */
			DOB?: string | null;
			ModifiedDate?: string | null;
			LastLogin?: string | null;
			LastSubmittedBusinessDate?: string | null;
			GracePeriodDate?: string | null;
			DirectPay?: string | null;
			/** @description The user that this agent belongs to. */
			UserId?: string | null;
			LocationId?: string | null;
			CalendarId?: string | null;
			QueueDefaults?: components['schemas']['QueueDefaultInput'] | null;
			/** @description Codes of the roles that the agent's user holds. */
			Roles?: string[] | null;
			/** @description Your own password. Required unless this session verified it in the last 5 minutes. */
			OwnPassword?: string | null;
		};
		HandOverRequest: {
			/**
			 * Format: int32
			 * @description The agent that hands over its records.
			 */
			AgentId?: number | null;
			/**
			 * Format: int32
			 * @description The agent that receives the records.
			 */
			To: number;
			/** @description Lists the records that would be handed over, and changes nothing. */
			dryRun?: boolean | null;
		};
		WrittenUser: {
			UserId?: string | null;
			/** @description The letter case is ignored. */
			UserName?: string;
			/** @description The user name by default. */
			DisplayName?: string | null;
			/**
			 * Format: int32
			 * @description The user's own agent; 0 if the user has no agent.
			 */
			AgentId?: number | null;
			/** @description Codes of roles. */
			Roles?: string[];
			/** @description A disabled user can neither sign in nor use API keys. */
			Disabled?: boolean | null;
			/** @description Signing in ends the other sessions. */
			RestrictToSingleSession?: boolean | null;
			/** @description The user must enrol in multi-factor authentication before any other call. */
			RequireMFA?: boolean | null;
			/** @description Whether the user needs a one-time code to sign in. Read-only. */
			MfaActive?: boolean | null;
			/** @description Read-only. */
			LastLogin?: string | null;
			/** @description The user must change the password before any other call. Only that change sets this to false. */
			MustChangePassword?: boolean | null;
			/** @description Your own password. Required unless this session verified it in the last 5 minutes. */
			OwnPassword?: string | null;
		};
		UserCredentialRequest: {
			UserId?: string | null;
			/** @description Your own password. Required unless this session verified it in the last 5 minutes. */
			OwnPassword?: string | null;
		};
		EndSessionsRequest: {
			UserId?: string | null;
			SessionId?: string | null;
			/** @description Your own password. Required unless this session verified it in the last 5 minutes. */
			OwnPassword?: string | null;
		};
		NewKey: {
			UserId?: string | null;
			/** @description A year from now by default. */
			ExpiresAt?: string | null;
			/** @description Comma-separated operations or groups of operations (`checkins`, `queue`), at least one. `calendar` alone makes the key a token of a calendar address. Without a scope the key may call all operations of the owner. */
			Scope?: string | null;
			/** @description Required if the owner is an Administrator. */
			ForAdministrator?: boolean | null;
			/** @description Your own password. Required unless this session verified it in the last 5 minutes. */
			OwnPassword?: string | null;
		};
		RevokeKeyRequest: {
			UserId?: string | null;
			KeyId?: string | null;
			/** @description Your own password. Required unless this session verified it in the last 5 minutes. */
			OwnPassword?: string | null;
		};
		OwnRole: {
			/** Format: int32 */
			RoleId?: number | null;
			TenantId?: string | null;
			Code?: string;
			Name?: string | null;
			Description?: string | null;
			/** @description true: a role of the service, whose permissions follow from the operations. */
			IsSystem?: boolean | null;
			/** @description The default in a new record is `true`. */
			IsActive?: boolean | null;
			CreatedUtc?: string | null;
			/** @description Sorted by SortOrder. */
			Permissions?: components['schemas']['PermissionInput'][] | null;
		};
		PermissionInput: {
			/** Format: int32 */
			PermissionId?: number | null;
			/** @description The operation's group. */
			Module?: string | null;
			/** @description The operation's path. */
			Resource?: string | null;
			/** @description The operation's verb. */
			Action?: string | null;
			Name?: string | null;
			Description?: string | null;
			/** @description `read` or `write`. */
			Tags?: string | null;
			/** Format: int32 */
			SortOrder?: number | null;
			/** @description false: the operation no longer exists. The default in a new record is `true`. */
			IsActive?: boolean | null;
			CreatedUtc?: string | null;
			/** @description The operation's name. */
			Code?: string;
		};
		SurveyWithQuestionsInput: {
			/** Format: int32 */
			SurveyId?: number | null;
			Title?: string;
			/** @description false: the survey is closed and accepts no invitations and no answers. The default in a new record is `true`. */
			Active?: boolean | null;
			Questions?: components['schemas']['QuestionWithOptionsInput'][] | null;
		};
		QuestionWithOptionsInput: {
			/** Format: int32 */
			QuestionId?: number | null;
			/** Format: int32 */
			SurveyId?: number;
			Text?: string;
			/**
			 * @description Choice: the answer is one of the options. The default in a new record is `"Text"`.
			 * @enum {string|null}
			 */
			Kind?: 'Choice' | 'Text' | null;
			Required?: boolean | null;
			/** Format: int32 */
			SortOrder?: number | null;
			/** @description What the first option of a scale means. */
			MinLabel?: string | null;
			/** @description What the last option of a scale means. */
			MaxLabel?: string | null;
			/** @description The answers of a Choice. */
			Options?: components['schemas']['SurveyOptionInput'][] | null;
		};
		SurveyOptionInput: {
			/** Format: int32 */
			QuestionId?: number | null;
			Code?: string;
			Label?: string;
			/**
			 * Format: int32
			 * @description Place among the options; by default, the place in which it was sent.
			 */
			SortOrder?: number | null;
		};
		InvitationsRequest: {
			/** Format: int32 */
			SurveyId?: number;
			Contacts?: components['schemas']['InvitedContact'][];
			/** @description true: contacts who have answered the survey are invited again. */
			Again?: boolean | null;
		};
		InvitedContact: {
			/** Format: int32 */
			ContactId?: number;
		};
		RemindersRequest: {
			/** Format: int32 */
			SurveyId: number;
		};
		RewardDecision: {
			/** Format: int32 */
			RewardId?: number | null;
			/** @enum {string} */
			Status?: 'Pending' | 'Sent' | 'Cancelled';
		};
		ProjectInput: {
			/** Format: int32 */
			ProjectID?: number | null;
			ProjectName?: string;
			Description?: string | null;
			StartDate?: string | null;
			EndDate?: string | null;
		};
		SlotDistrictApproval: {
			/** Format: int32 */
			SlotDistrictApprovalID?: number | null;
			/** Format: int32 */
			SlotDistrictID?: number | null;
			/** Format: int64 */
			SchoolID?: number | null;
			/**
			 * Format: int32
			 * @description The agent who makes the request.
			 */
			AgentID?: number;
			/**
			 * Format: int32
			 * @description The agent who decides.
			 */
			AVPID?: number | null;
			/**
			 * @description The default in a new record is `"Pending"`.
			 * @enum {string|null}
			 */
			Status?: 'Pending' | 'Approved' | 'Rejected' | 'Removed' | null;
			DateCreated?: string | null;
			DateModified?: string | null;
			/** @description UserId of the last user who changed the request. */
			ModifiedBy?: string | null;
			/** @description A note to the request or to the decision. */
			Note?: string | null;
		};
		SlotDistrictDecision: {
			/**
			 * Format: int32
			 * @description SlotDistrictApprovalID of the request.
			 */
			Id?: number | null;
			/** @enum {string} */
			Status: 'Approved' | 'Rejected' | 'Removed';
			/** @description A note to the request or to the decision. */
			Note?: string | null;
		};
		EventTypeInput: {
			/** Format: int32 */
			EventTypeId?: number | null;
			EventTypeName?: string;
			EventCategory?: string;
			/** @description Whether you can log new activities of this type. The default in a new record is `true`. */
			IsActive?: boolean | null;
		};
		CataloguedPolicyDocumentInput: {
			/** Format: int32 */
			Id?: number | null;
			Name?: string;
			Type?: string | null;
			/** @description The record types for which the document is offered. A list that you send replaces the whole list. */
			Defaults?: components['schemas']['PolicyDocumentDefaultInput'][] | null;
		};
		PolicyDocumentDefaultInput: {
			/** @description `*`: every type. */
			RecordType?: string;
			/** Format: int32 */
			Id?: number;
			IsDefault?: boolean | null;
		};
		RelationsRequest: {
			Set?: string | null;
			/** @description The keys of the records to remove. */
			Keys?: components['schemas']['RelationKey'][] | null;
		};
		RelationKey: {
			/** Format: int32 */
			AgentId?: number | null;
			/** Format: int32 */
			ContactId?: number | null;
			LocationId?: string | null;
			/**
			 * Format: int32
			 * @description Id of a document.
			 */
			Id?: number | null;
			UserId?: string | null;
		};
		NewKioskKey: {
			LocationId?: string | null;
			/** @description A year from now by default. */
			ExpiresAt?: string | null;
			/** @description Your own password. Required unless this session verified it in the last 5 minutes. */
			OwnPassword?: string | null;
		};
		RevokeKioskKeyRequest: {
			LocationId?: string | null;
			KeyId?: string | null;
			/** @description Your own password. Required unless this session verified it in the last 5 minutes. */
			OwnPassword?: string | null;
		};
		SelfCheckin: {
			/** @description The location of the kiosk. */
			LocationId: string;
			/** @description An active line of the location. Without it, the customer arrives for a booking of today. */
			LineId?: string | null;
			/** @description Only the digits are compared, with or without the prefix of the country. */
			Phone?: string | null;
			/** @description The code of the booking, instead of Phone and LineId. Letter case and spaces are ignored. */
			Code?: string | null;
			/** @description Letter case and accents are ignored. */
			LastName: string;
			SendReminders?: boolean | null;
		};
		UserWorkplacesRequest: {
			UserId?: string | null;
			/** @description All locations where the user or agent works. An empty list removes all locations. */
			LocationIds?: string[] | null;
		};
		AgentWorkplacesRequest: {
			/** Format: int32 */
			AgentId?: number | null;
			/** @description All locations where the user or agent works. An empty list removes all locations. */
			LocationIds?: string[] | null;
		};
		AppointmentInput: {
			/** Format: int32 */
			AppointmentId?: number | null;
			/** Format: int32 */
			ContactId?: number;
			/** @description Empty for a contact that you may not see. */
			ContactName?: string | null;
			/**
			 * Format: int32
			 * @description Your agent by default.
			 */
			AgentId?: number;
			/** Format: int32 */
			EventTypeId?: number;
			StartDate?: string;
			/** @description By default an hour after StartDate. If a change sends StartDate alone, the appointment keeps its length. With a LineId, the line decides it, whatever you send. */
			EndDate?: string;
			Place?: string | null;
			Note?: string | null;
			/**
			 * @description The default in a new record is `"Planned"`.
			 * @enum {string|null}
			 */
			Status?: 'Planned' | 'Done' | 'Cancelled' | 'Missed' | null;
			AgentName?: string | null;
			EventTypeName?: string | null;
			/** @description The line for which the customer is booked. An appointment with a line is a booking. */
			LineId?: string | null;
			LineName?: string | null;
			/** @description The location of the line. */
			LocationId?: string | null;
			LocationName?: string | null;
			/** @description The code with which the customer says at the location that they have arrived; unset without a line. */
			Code?: string | null;
			/**
			 * @description Unset without a line.
			 * @enum {string|null}
			 */
			BookedBy?: 'Staff' | 'Customer' | '' | null;
			/** @description When the booked customer arrived. */
			ArrivedTime?: string | null;
			/** @description The visit of the booked customer. */
			CheckInId?: string | null;
			/** @description Booked although no place was free. */
			Overbooked?: boolean | null;
		};
		CalendarRequest: {
			/** @description Your own password. Required unless this session verified it in the last 5 minutes. */
			OwnPassword?: string | null;
		};
		AgentRevert: {
			/** Format: int32 */
			AgentId?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
			/** @description Your own password. Required unless this session verified it in the last 5 minutes. */
			OwnPassword?: string | null;
		};
		UserRevert: {
			UserId?: string | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
			/** @description Your own password. Required unless this session verified it in the last 5 minutes. */
			OwnPassword?: string | null;
		};
		ContactRevert: {
			/** Format: int32 */
			ContactId?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		EventTypeRevert: {
			/** Format: int32 */
			EventTypeId?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		RoleRevert: {
			/** Format: int32 */
			RoleId?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		CheckinRevert: {
			Id?: string | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		AppointmentRevert: {
			/** Format: int32 */
			AppointmentId?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		LineQuestionRevert: {
			/** Format: int32 */
			Id?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		LineRevert: {
			Id?: string | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		LocationRevert: {
			LocationId?: string | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		StationRevert: {
			StationId?: string | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		SurveyRevert: {
			/** Format: int32 */
			SurveyId?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		SlotDistrictRevert: {
			/** Format: int32 */
			SlotDistrictID?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		ProjectRevert: {
			/** Format: int32 */
			ProjectID?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		ProjectTeamMemberRevert: {
			/** Format: int32 */
			TeamMemberID?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		PolicyDocumentRevert: {
			/** Format: int32 */
			Id?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		ContactStatusRevert: {
			/** Format: int32 */
			ContactStatusId?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		ContactCategoryRevert: {
			/** Format: int32 */
			ContactCategory?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		SourceTypeRevert: {
			/** Format: int32 */
			SourceTypeId?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		JobRevert: {
			/** Format: int32 */
			JobID?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		StateRevert: {
			/** Format: int64 */
			StateID?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		CountyRevert: {
			/** Format: int64 */
			CountyID?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		DistrictRevert: {
			/** Format: int32 */
			DistrictID?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		SchoolRevert: {
			/** Format: int64 */
			SchoolID?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		WebhookRevert: {
			/** Format: int32 */
			WebhookId?: number | null;
			/**
			 * Format: int64
			 * @description AuditId of the change in the history of the record.
			 */
			AuditId?: number | null;
		};
		DifferentRequest: {
			Contacts?: components['schemas']['DifferentContact'][];
		};
		DifferentContact: {
			/** Format: int32 */
			ContactId?: number;
		};
		MergesRequest: {
			Merges: components['schemas']['MergeOfMany'][];
		};
		MergeOfMany: {
			/**
			 * Format: int32
			 * @description The contact that remains.
			 */
			ContactId?: number;
			/** @description ContactIds of the contacts that are merged into this one. */
			From?: number[] | null;
			/** @description For each field, the ContactId of the contact whose value is kept: this contact or one of `From`. */
			Take?: components['schemas']['TakenFields'] | null;
		};
		TakenFields: {
			/** Format: int32 */
			ContactId?: number | null;
			/** Format: int32 */
			ContactType?: number | null;
			/** Format: int32 */
			DistrictID?: number | null;
			/** Format: int32 */
			AgentId?: number | null;
			/** Format: int32 */
			PeraContactId?: number | null;
			/** Format: int32 */
			SourceTypeId?: number | null;
			/** Format: int32 */
			ContactStatusId?: number | null;
			/** Format: int32 */
			ContactCategory?: number | null;
			/** Format: int32 */
			WritingAgentId?: number | null;
			/** Format: int32 */
			NumberOfDebtAccounts?: number | null;
			/** Format: int32 */
			FactFinderCodeId?: number | null;
			/** Format: int32 */
			Rate?: number | null;
			/** Format: int32 */
			JobID?: number | null;
			/** Format: int32 */
			JobCount?: number | null;
			/** Format: int32 */
			LockedByAgentId?: number | null;
			/** Format: int32 */
			SchoolID?: number | null;
			/** Format: int32 */
			StateID?: number | null;
			/** Format: int32 */
			CountyID?: number | null;
			/** Format: int32 */
			FirstName?: number | null;
			/** Format: int32 */
			LastName?: number | null;
			/** Format: int32 */
			Name?: number | null;
			/** Format: int32 */
			Role?: number | null;
			/** Format: int32 */
			Title?: number | null;
			/** Format: int32 */
			EmailWork?: number | null;
			/** Format: int32 */
			EmailPersonal?: number | null;
			/** Format: int32 */
			District?: number | null;
			/** Format: int32 */
			School?: number | null;
			/** Format: int32 */
			State?: number | null;
			/** Format: int32 */
			StateName?: number | null;
			/** Format: int32 */
			County?: number | null;
			/** Format: int32 */
			Phone?: number | null;
			/** Format: int32 */
			Department?: number | null;
			/** Format: int32 */
			Flow?: number | null;
			/** Format: int32 */
			PhoneAlt?: number | null;
			/** Format: int32 */
			RoomNumber?: number | null;
			/** Format: int32 */
			SourceTypeDesc?: number | null;
			/** Format: int32 */
			SourceNote?: number | null;
			/** Format: int32 */
			ContactStatusDesc?: number | null;
			/** Format: int32 */
			SSN?: number | null;
			/** Format: int32 */
			address_line1?: number | null;
			/** Format: int32 */
			address_city?: number | null;
			/** Format: int32 */
			address_state?: number | null;
			/** Format: int32 */
			address_zip?: number | null;
			/** Format: int32 */
			DeletedBy?: number | null;
			/** Format: int32 */
			MiddleInitial?: number | null;
			/** Format: int32 */
			Tags?: number | null;
			/** Format: int32 */
			PhoneLabel?: number | null;
			/** Format: int32 */
			AltPhoneLabel?: number | null;
			/** Format: int32 */
			Carriers?: number | null;
			/** Format: int32 */
			ContactImage?: number | null;
			/** Format: int32 */
			CompanyAffiliation?: number | null;
			/** Format: int32 */
			AdditionalInformation?: number | null;
			/** Format: int32 */
			WritingAgentName?: number | null;
			/** Format: int32 */
			MaritalStatus?: number | null;
			/** Format: int32 */
			BusinessName?: number | null;
			/** Format: int32 */
			DBA?: number | null;
			/** Format: int32 */
			JobName?: number | null;
			/** Format: int32 */
			Initials?: number | null;
			/** Format: int32 */
			ContactCategoryName?: number | null;
			/** Format: int32 */
			DoNotContact?: number | null;
			/** Format: int32 */
			Active?: number | null;
			/** Format: int32 */
			Deleted?: number | null;
			/** Format: int32 */
			IsShared?: number | null;
			/** Format: int32 */
			HasNBC?: number | null;
			/** Format: int32 */
			HasFactFinderSheet?: number | null;
			/** Format: int32 */
			HasGiftCard?: number | null;
			/** Format: int32 */
			Locked?: number | null;
			/** Format: int32 */
			SMSOptIn?: number | null;
			/** Format: int32 */
			LastContact?: number | null;
			/** Format: int32 */
			DateOfBirth?: number | null;
			/** Format: int32 */
			DeletedDateTimeUtc?: number | null;
			/** Format: int32 */
			DateCreated?: number | null;
			/** Format: int32 */
			ProjectEndDate?: number | null;
			/** Format: int32 */
			LockedTimestamp?: number | null;
			/** Format: int32 */
			TotalDebtAmount?: number | null;
			/** Format: int32 */
			ContactGUID?: number | null;
		};
		MergeRequest: {
			/** Format: int32 */
			ContactId?: number | null;
			/** @description ContactIds of the contacts that are merged into this one. */
			From?: number[] | null;
			/** @description For each field, the ContactId of the contact whose value is kept: this contact or one of `From`. */
			Take?: components['schemas']['TakenFields'] | null;
		};
		UnmergeRequest: {
			/** Format: int32 */
			ContactId?: number | null;
		};
		ContactImageRequest: {
			/** Format: int32 */
			ContactId?: number | null;
			/** @description An uploaded picture. */
			AttachmentId?: string | null;
		};
		NewVisitDocument: {
			Id?: string | null;
			/** @description A file that you have uploaded or may read. */
			AttachmentId?: string | null;
			/** @description A line of the visit. Default: LineId of the visit. */
			LineId?: string | null;
			Description?: string | null;
		};
		RemovedVisitDocument: {
			Id?: string | null;
			/**
			 * Format: int32
			 * @description Id of the document.
			 */
			DocumentId?: number | null;
		};
		LineImageRequest: {
			Id?: string | null;
			/** @description An uploaded picture. Its AttachmentId becomes the ImageId. */
			AttachmentId?: string | null;
			ImageTitle?: string | null;
		};
		RemovedImageRequest: {
			Id?: string | null;
			ImageId?: string | null;
		};
		Dropbox: {
			/** Format: int32 */
			Id?: number | null;
			/** @description AttachmentId of the uploaded file. */
			AttachmentId?: string | null;
			/** @description First name of the contact or agent. */
			FirstName?: string | null;
			LastName?: string | null;
			/** @enum {string} */
			TableName: 'Contact' | 'Agent';
			/**
			 * Format: int32
			 * @description ContactId or AgentId of the owner, as TableName says.
			 */
			RecordId: number;
			Description?: string | null;
			DocumentType?: string | null;
			DocumentGroup?: string | null;
			DateAdded?: string | null;
			/** @description The document cannot be shared. */
			Locked?: boolean | null;
			/** Format: double */
			FileSizeInKB?: number | null;
		};
		DocumentRequest: {
			/** Format: int32 */
			Id?: number | null;
		};
		DocumentSharesRequest: {
			/** Format: int32 */
			Id?: number | null;
			/** @description The agents that may read the document although its owner is out of their scope. */
			AgentIds?: number[] | null;
		};
		ResendRequest: {
			/** Format: int64 */
			MessageId: number;
		};
		CancelRequest: {
			/** Format: int64 */
			MessageId: number;
		};
		MessageTemplate: {
			/** @enum {string|null} */
			Kind?:
				| 'VisitCheckedIn'
				| 'VisitNext'
				| 'VisitCalled'
				| 'SurveyInvitation'
				| 'AppointmentMade'
				| 'AppointmentTomorrow'
				| 'AppointmentMoved'
				| 'AppointmentCancelled'
				| 'BookingToConfirm'
				| 'SlotDecided'
				| 'PasswordLink'
				| 'NewDevice'
				| 'WebhookOff'
				| null;
			/** @enum {string|null} */
			Language?: 'en' | 'es' | null;
			/** @description Subject of the mail. */
			Subject?: string | null;
			/** @description Text of the mail. An empty line begins a paragraph; a line that is an address becomes a link. */
			Body?: string | null;
			/** @description Text message. */
			Short?: string | null;
		};
		PreviewRequest: {
			/** @enum {string|null} */
			Kind?:
				| 'VisitCheckedIn'
				| 'VisitNext'
				| 'VisitCalled'
				| 'SurveyInvitation'
				| 'AppointmentMade'
				| 'AppointmentTomorrow'
				| 'AppointmentMoved'
				| 'AppointmentCancelled'
				| 'BookingToConfirm'
				| 'SlotDecided'
				| 'PasswordLink'
				| 'NewDevice'
				| 'WebhookOff'
				| null;
			/** @enum {string|null} */
			Language?: 'en' | 'es' | null;
			/** @description Subject of the mail. */
			Subject?: string | null;
			/** @description Text of the mail. An empty line begins a paragraph; a line that is an address becomes a link. */
			Body?: string | null;
			/** @description Text message. */
			Short?: string | null;
			/** @description Key of the record: Id of a visit, AppointmentId, SurveyGuid, SlotDistrictApprovalID or UserId. For Subject, Body and Short that you do not send, the wording in use is shown. */
			RecordId: string;
		};
		WebhookRequest: {
			/** Format: int32 */
			WebhookId?: number | null;
			Url?: string | null;
			Events?: string[] | null;
			Active?: boolean | null;
		};
		DeliveryRequest: {
			/** Format: int32 */
			WebhookId?: number | null;
			/** Format: int64 */
			DeliveryId?: number | null;
		};
		SlotDistrictInput: {
			/** Format: int32 */
			SlotDistrictID?: number | null;
			/** Format: int32 */
			DistrictID?: number | null;
			Description?: string | null;
		};
		RecordTypeInput: {
			RecordType?: string;
		};
		RecordTypeChange: {
			RecordType?: string | null;
			NewName: string;
		};
		ContactStatusInput: {
			/** Format: int32 */
			ContactStatusId?: number | null;
			ContactStatusDesc?: string;
		};
		ContactCategoryInput: {
			/** Format: int32 */
			ContactCategory?: number | null;
			ContactCategoryName?: string;
		};
		SourceTypeInput: {
			/** Format: int32 */
			SourceTypeId?: number | null;
			SourceTypeDesc?: string;
		};
		JobInput: {
			/** Format: int32 */
			JobID?: number | null;
			JobName?: string;
		};
		StateInput: {
			/** Format: int64 */
			StateID?: number;
			State?: string | null;
			StateName?: string;
		};
		CountyInput: {
			/** Format: int64 */
			CountyID?: number;
			/** Format: int64 */
			StateID?: number | null;
			County?: string;
		};
		DistrictInput: {
			/** Format: int32 */
			DistrictID?: number;
			/** Format: int64 */
			CountyID?: number | null;
			DistrictName?: string;
		};
		SchoolInput: {
			/** Format: int64 */
			SchoolID?: number;
			/** Format: int32 */
			DistrictID?: number | null;
			SchoolName?: string;
		};
		OptionsRequest: {
			ImportId?: string | null;
			Options: components['schemas']['ImportSettingsInput'] | null;
		};
		ImportSettingsInput: {
			/** @description Fields by the titles of columns, for columns that are not recognised; "" leaves a column alone. */
			Map?: {
				[key: string]: string;
			} | null;
			/**
			 * @description Order of day and month in dates such as 3/4/2026. Unset: as the dates of the file prove; if they do not, each such date is an error that asks for it.
			 * @enum {string|null}
			 */
			Dates?: 'iso' | 'mdy' | 'dmy' | null;
			/**
			 * @description Decimal sign. Unset: as the numbers of the file prove.
			 * @enum {string|null}
			 */
			Decimal?: '.' | ',' | null;
			/**
			 * @description Encoding of a CSV file: one of these, or another one that browsers know. Unset: as the Content-Type of the file names it, or else as its bytes show.
			 * @enum {string|null}
			 */
			Encoding?:
				| 'utf-8'
				| 'utf-16le'
				| 'utf-16be'
				| 'windows-1250'
				| 'windows-1251'
				| 'windows-1252'
				| 'windows-1253'
				| 'windows-1254'
				| 'macintosh'
				| null;
			/**
			 * @description What an empty cell does: `keep` (default) changes nothing, `clear` makes the field unset. The default in a new record is `"keep"`.
			 * @enum {string|null}
			 */
			Blank?: 'keep' | 'clear' | null;
			/**
			 * @description How contacts without ContactId are found: `key` (default) adds them; `email` and `phone` find the contact with the same e-mail address or telephone number. The default in a new record is `"key"`.
			 * @enum {string|null}
			 */
			Match?: 'key' | 'email' | 'phone' | null;
			/**
			 * @description What becomes of the zeros that a spreadsheet removed at the beginning of ZIP codes and telephone numbers: `ask` (default) makes their lines doubtful, `restore` puts the zeros back. The default in a new record is `"ask"`.
			 * @enum {string|null}
			 */
			Zeros?: 'ask' | 'restore' | null;
		};
		RunRequest: {
			ImportId?: string | null;
			/**
			 * @description `skip` (default) leaves doubtful records out, `take` imports them too.
			 * @enum {string|null}
			 */
			Doubtful?: 'skip' | 'take' | null;
			/** @description true: imports a file that was imported before. */
			Again?: boolean | null;
			/** @description Imports the doubtful lines too whose doubts all have one of these values of ErrorCode, such as `Invalid`, but not the possible duplicates. */
			TakeReasons?: string[] | null;
			/** @description Imports these doubtful lines too. */
			TakeLines?: number[] | null;
			/** @description Leaves these doubtful lines out in any case. */
			LeaveLines?: number[] | null;
		};
		UndoRequest: {
			ImportId?: string | null;
			/** @description true: only lists what would be left behind. */
			dryRun?: boolean | null;
		};
		EraseRequest: {
			/** Format: int32 */
			ContactId?: number | null;
			/** @description Your own password. Required unless this session verified it in the last 5 minutes. */
			OwnPassword?: string | null;
			/** @description Only lists what an erasure removes and keeps. */
			dryRun?: boolean | null;
		};
		Arrival: {
			/** Format: int32 */
			AppointmentId?: number;
			/** @description The customer gets a message when it is nearly their turn. */
			SendReminders?: boolean | null;
		};
		NewBookingRequest: {
			LineId: string;
			StartDate: string;
			/** @description ContactGUID of a contact. For a new customer, send the names instead. */
			CustomerId?: string | null;
			FirstName?: string | null;
			LastName?: string | null;
			Email?: string | null;
			Phone?: string | null;
			Note?: string | null;
			/** @description Take the time even if no place is free, or if it is closed. The audit shows it. */
			Overbook?: boolean | null;
		};
		BookingChangeRequest: {
			/** Format: int32 */
			AppointmentId?: number;
			LineId?: string | null;
			StartDate?: string | null;
			/** @enum {string|null} */
			Status?: 'Planned' | 'Done' | 'Cancelled' | 'Missed' | null;
			Note?: string | null;
			/** @description Take the time even if no place is free, or if it is closed. The audit shows it. */
			Overbook?: boolean | null;
		};
		BookingRuleRequest: {
			Id?: string | null;
			/** @description Customers can book on the page of the location. Staff can always book. */
			Bookable?: boolean | null;
			/**
			 * Format: int32
			 * @description Customers who can be booked at one time. The default in a new record is `1`.
			 */
			Places?: number | null;
			/** @description Within the opening hours of the location, with their own Places. Empty: all opening hours, with Places. */
			Hours?: components['schemas']['BookingHoursInput'][] | null;
			/**
			 * Format: int32
			 * @description The event type of new bookings: an active one whose category is not Outreach.
			 */
			EventTypeId?: number;
			/**
			 * Format: int32
			 * @description The active agent who gets new customers, and bookings of customers whose own agent is not here.
			 */
			AgentId?: number | null;
			/**
			 * Format: int32
			 * @description Customers can book, or move a booking to, only times that are at least this many minutes ahead. The default in a new record is `120`.
			 */
			NoticeMinutes?: number | null;
			/**
			 * Format: int32
			 * @description Customers can book this many days ahead. The default in a new record is `60`.
			 */
			DaysAhead?: number | null;
			/**
			 * Format: int32
			 * @description A customer who arrives more than this many minutes after the booked time waits as a walk-in customer. The default in a new record is `10`.
			 */
			LateMinutes?: number | null;
			/** @description Shown to customers who have booked. */
			Instructions?: string | null;
		};
		BookingHoursInput: {
			/**
			 * Format: int32
			 * @description From 1 for Monday to 7 for Sunday.
			 */
			Weekday?: number;
			/** @description `HH:mm`, a quarter-hour. */
			From?: string;
			/** @description `HH:mm`, a quarter-hour; `24:00` ends the day. */
			To?: string;
			/**
			 * Format: int32
			 * @description Customers who can be booked at one time.
			 */
			Places?: number;
		};
		SpecialDayRequest: {
			/** Format: int32 */
			SpecialDayId?: number | null;
			/** @description Unset: all locations. */
			LocationId?: string | null;
			FirstDay?: string;
			LastDay?: string;
			/** @description `HH:mm`, a quarter-hour. From and To empty: closed. */
			From?: string | null;
			/** @description `HH:mm`, a quarter-hour; `24:00` ends the day. */
			To?: string | null;
			Name?: string;
			/** @description Cancel the bookings ahead that the change shuts out, each with a message. */
			CancelBookings?: boolean | null;
			/** @description Change nothing: only list the bookings. */
			dryRun?: boolean | null;
		};
		SpecialDayInput: {
			/** Format: int32 */
			SpecialDayId?: number | null;
			/** @description Unset: all locations. */
			LocationId?: string | null;
			FirstDay?: string;
			LastDay?: string;
			/** @description `HH:mm`, a quarter-hour. From and To empty: closed. */
			From?: string | null;
			/** @description `HH:mm`, a quarter-hour; `24:00` ends the day. */
			To?: string | null;
			Name?: string;
		};
		/** @description Names the changed record, without its values. Read the record with an API key. */
		WebhookData: {
			/** @description Kind of the record. */
			Record: string;
			/** @description Key of the record. */
			Id: string;
			/** @description The operation that changed it. */
			Operation: string;
			/** @description X-Request-Id of the call. */
			RequestId: string;
		};
	};
	responses: {
		/** @description The response still has the given ETag; no body. */
		NotModified: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				[name: string]: unknown;
			};
			content?: never;
		};
		/** @description The request is not valid; Errors names every bad field. */
		BadRequest: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Failure'];
			};
		};
		/** @description The record does not exist. */
		NotFound: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Failure'];
			};
		};
		/** @description The state of the data does not allow it. */
		Conflict: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Failure'];
			};
		};
		/** @description The response has no such format. */
		NotAcceptable: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Failure'];
			};
		};
		/** @description The record has expired. */
		Gone: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Failure'];
			};
		};
		/** @description The file has no such part; Content-Range has its size. */
		RangeNotSatisfiable: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Failure'];
			};
		};
		/** @description The record has changed: If-Match does not match, and Meta.ETag is the current tag. Or items of a list have changed: Meta.Version of the error of each is its present Version. */
		PreconditionFailed: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Failure'];
			};
		};
		/** @description Any of the failures that every operation can return. */
		Failure: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Retry-After': components['headers']['Retry-After'];
				'WWW-Authenticate': components['headers']['WWW-Authenticate'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Failure'];
			};
		};
		SignInResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SignInResponse'];
				'text/csv': components['schemas']['SignInResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SignInResponse'];
			};
		};
		DoneResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['DoneResponse'];
				'text/csv': components['schemas']['DoneResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['DoneResponse'];
			};
		};
		PasswordResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['PasswordResponse'];
				'text/csv': components['schemas']['PasswordResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['PasswordResponse'];
			};
		};
		MeResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['MeResponse'];
				'text/csv': components['schemas']['MeResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['MeResponse'];
			};
		};
		MfaEnrolResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['MfaEnrolResponse'];
				'text/csv': components['schemas']['MfaEnrolResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['MfaEnrolResponse'];
			};
		};
		MfaConfirmResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['MfaConfirmResponse'];
				'text/csv': components['schemas']['MfaConfirmResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['MfaConfirmResponse'];
			};
		};
		SessionsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SessionsResponse'];
				'text/csv': components['schemas']['SessionsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SessionsResponse'];
			};
		};
		OpenIdResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['OpenIdResponse'];
				'text/csv': components['schemas']['OpenIdResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['OpenIdResponse'];
			};
		};
		SmartsheetsTransferResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SmartsheetsTransferResponse'];
				'text/csv': components['schemas']['SmartsheetsTransferResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SmartsheetsTransferResponse'];
			};
		};
		WebixGanttTaskList: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['WebixGanttTask'][];
				'text/csv': components['schemas']['WebixGanttTask'][];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['WebixGanttTask'][];
			};
		};
		WebixGanttTaskTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['WebixGanttTask'];
				'text/csv': components['schemas']['WebixGanttTask'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['WebixGanttTask'];
			};
		};
		WebixGanttLinkList: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['WebixGanttLink'][];
				'text/csv': components['schemas']['WebixGanttLink'][];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['WebixGanttLink'][];
			};
		};
		WebixGanttLinkTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['WebixGanttLink'];
				'text/csv': components['schemas']['WebixGanttLink'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['WebixGanttLink'];
			};
		};
		CustomerCheckinsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['CustomerCheckinsResponse'];
				'text/csv': components['schemas']['CustomerCheckinsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['CustomerCheckinsResponse'];
			};
		};
		CustomerCheckinsResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['CustomerCheckinsResponse'];
				'text/csv': components['schemas']['CustomerCheckinsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['CustomerCheckinsResponse'];
			};
		};
		ActivityTrackerResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ActivityTrackerResponse'];
				'text/csv': components['schemas']['ActivityTrackerResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ActivityTrackerResponse'];
			};
		};
		LineQuestionsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['LineQuestionsResponse'];
				'text/csv': components['schemas']['LineQuestionsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['LineQuestionsResponse'];
			};
		};
		LineQuestionsResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['LineQuestionsResponse'];
				'text/csv': components['schemas']['LineQuestionsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['LineQuestionsResponse'];
			};
		};
		RoleTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['Role'];
				'text/csv': components['schemas']['Role'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['Role'];
			};
		};
		RolesResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['RolesResponse'];
				'text/csv': components['schemas']['RolesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['RolesResponse'];
			};
		};
		SurveyAdminResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SurveyAdminResponse'];
				'text/csv': components['schemas']['SurveyAdminResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SurveyAdminResponse'];
			};
		};
		SurveyAnswerResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SurveyAnswerResponse'];
				'text/csv': components['schemas']['SurveyAnswerResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SurveyAnswerResponse'];
			};
		};
		DropboxResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['DropboxResponse'];
				'text/csv': components['schemas']['DropboxResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['DropboxResponse'];
			};
		};
		SlotDistrictMyRequestsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SlotDistrictMyRequestsResponse'];
				'text/csv': components['schemas']['SlotDistrictMyRequestsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SlotDistrictMyRequestsResponse'];
			};
		};
		ProjectTeamMembersResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ProjectTeamMembersResponse'];
				'text/csv': components['schemas']['ProjectTeamMembersResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ProjectTeamMembersResponse'];
			};
		};
		ProjectTeamMembersResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ProjectTeamMembersResponse'];
				'text/csv': components['schemas']['ProjectTeamMembersResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ProjectTeamMembersResponse'];
			};
		};
		AgentDropdownResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['AgentDropdownResponse'];
				'text/csv': components['schemas']['AgentDropdownResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['AgentDropdownResponse'];
			};
		};
		EventTypeResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['EventTypeResponse'];
				'text/csv': components['schemas']['EventTypeResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['EventTypeResponse'];
			};
		};
		PolicyDocumentDefaultsResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['PolicyDocumentDefaultsResponse'];
				'text/csv': components['schemas']['PolicyDocumentDefaultsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['PolicyDocumentDefaultsResponse'];
			};
		};
		ContactTransfersResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ContactTransfersResponse'];
				'text/csv': components['schemas']['ContactTransfersResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ContactTransfersResponse'];
			};
		};
		ContactsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ContactsResponse'];
				'text/csv': components['schemas']['ContactsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ContactsResponse'];
			};
		};
		ContactsResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ContactsResponse'];
				'text/csv': components['schemas']['ContactsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ContactsResponse'];
			};
		};
		ActivitiesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ActivitiesResponse'];
				'text/csv': components['schemas']['ActivitiesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ActivitiesResponse'];
			};
		};
		ActivitiesResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ActivitiesResponse'];
				'text/csv': components['schemas']['ActivitiesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ActivitiesResponse'];
			};
		};
		QueueResponseLive: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['QueueResponse'];
				'text/csv': components['schemas']['QueueResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['QueueResponse'];
				'text/event-stream': components['schemas']['QueueResponse'];
			};
		};
		VisitsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['VisitsResponse'];
				'text/csv': components['schemas']['VisitsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['VisitsResponse'];
			};
		};
		CallNextResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['CallNextResponse'];
				'text/csv': components['schemas']['CallNextResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['CallNextResponse'];
			};
		};
		VisitReportResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['VisitReportResponse'];
				'text/csv': components['schemas']['VisitReportResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['VisitReportResponse'];
			};
		};
		LocationsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['LocationsResponse'];
				'text/csv': components['schemas']['LocationsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['LocationsResponse'];
			};
		};
		LocationsResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['LocationsResponse'];
				'text/csv': components['schemas']['LocationsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['LocationsResponse'];
			};
		};
		LinesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['LinesResponse'];
				'text/csv': components['schemas']['LinesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['LinesResponse'];
			};
		};
		LinesResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['LinesResponse'];
				'text/csv': components['schemas']['LinesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['LinesResponse'];
			};
		};
		StationsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['StationsResponse'];
				'text/csv': components['schemas']['StationsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['StationsResponse'];
			};
		};
		StationsResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['StationsResponse'];
				'text/csv': components['schemas']['StationsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['StationsResponse'];
			};
		};
		AgentsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['AgentsResponse'];
				'text/csv': components['schemas']['AgentsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['AgentsResponse'];
			};
		};
		AgentsResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['AgentsResponse'];
				'text/csv': components['schemas']['AgentsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['AgentsResponse'];
			};
		};
		DownlineResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['DownlineResponse'];
				'text/csv': components['schemas']['DownlineResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['DownlineResponse'];
			};
		};
		LeftBehindResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['LeftBehindResponse'];
				'text/csv': components['schemas']['LeftBehindResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['LeftBehindResponse'];
			};
		};
		HandOverResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['HandOverResponse'];
				'text/csv': components['schemas']['HandOverResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['HandOverResponse'];
			};
		};
		BranchSummaryResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['BranchSummaryResponse'];
				'text/csv': components['schemas']['BranchSummaryResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['BranchSummaryResponse'];
			};
		};
		UsersResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['UsersResponse'];
				'text/csv': components['schemas']['UsersResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['UsersResponse'];
			};
		};
		PasswordMadeResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['PasswordMadeResponse'];
				'text/csv': components['schemas']['PasswordMadeResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['PasswordMadeResponse'];
			};
		};
		UsersResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['UsersResponse'];
				'text/csv': components['schemas']['UsersResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['UsersResponse'];
			};
		};
		SessionsResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SessionsResponse'];
				'text/csv': components['schemas']['SessionsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SessionsResponse'];
			};
		};
		KeysResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['KeysResponse'];
				'text/csv': components['schemas']['KeysResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['KeysResponse'];
			};
		};
		KeyMadeResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['KeyMadeResponse'];
				'text/csv': components['schemas']['KeyMadeResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['KeyMadeResponse'];
			};
		};
		AuditResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['AuditResponse'];
				'text/csv': components['schemas']['AuditResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['AuditResponse'];
			};
		};
		RolesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['RolesResponse'];
				'text/csv': components['schemas']['RolesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['RolesResponse'];
			};
		};
		OperationsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['OperationsResponse'];
				'text/csv': components['schemas']['OperationsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['OperationsResponse'];
			};
		};
		SmartsheetLinesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SmartsheetLinesResponse'];
				'text/csv': components['schemas']['SmartsheetLinesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SmartsheetLinesResponse'];
			};
		};
		SmartsheetTransfersResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SmartsheetTransfersResponse'];
				'text/csv': components['schemas']['SmartsheetTransfersResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SmartsheetTransfersResponse'];
			};
		};
		SurveysResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SurveysResponse'];
				'text/csv': components['schemas']['SurveysResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SurveysResponse'];
			};
		};
		SurveysResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SurveysResponse'];
				'text/csv': components['schemas']['SurveysResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SurveysResponse'];
			};
		};
		InvitationsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['InvitationsResponse'];
				'text/csv': components['schemas']['InvitationsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['InvitationsResponse'];
			};
		};
		RewardsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['RewardsResponse'];
				'text/csv': components['schemas']['RewardsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['RewardsResponse'];
			};
		};
		RewardsResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['RewardsResponse'];
				'text/csv': components['schemas']['RewardsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['RewardsResponse'];
			};
		};
		ResultsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ResultsResponse'];
				'text/csv': components['schemas']['ResultsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ResultsResponse'];
			};
		};
		AnswersResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['AnswersResponse'];
				'text/csv': components['schemas']['AnswersResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['AnswersResponse'];
			};
		};
		ProjectsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ProjectsResponse'];
				'text/csv': components['schemas']['ProjectsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ProjectsResponse'];
			};
		};
		ProjectsResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ProjectsResponse'];
				'text/csv': components['schemas']['ProjectsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ProjectsResponse'];
			};
		};
		JobTypeList: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['JobType'][];
				'text/csv': components['schemas']['JobType'][];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['JobType'][];
			};
		};
		SlotDistrictApprovalsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SlotDistrictApprovalsResponse'];
				'text/csv': components['schemas']['SlotDistrictApprovalsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SlotDistrictApprovalsResponse'];
			};
		};
		SlotDistrictApprovalsResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SlotDistrictApprovalsResponse'];
				'text/csv': components['schemas']['SlotDistrictApprovalsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SlotDistrictApprovalsResponse'];
			};
		};
		PolicyDocumentsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['PolicyDocumentsResponse'];
				'text/csv': components['schemas']['PolicyDocumentsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['PolicyDocumentsResponse'];
			};
		};
		PolicyDocumentsResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['PolicyDocumentsResponse'];
				'text/csv': components['schemas']['PolicyDocumentsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['PolicyDocumentsResponse'];
			};
		};
		RecordSetsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['RecordSetsResponse'];
				'text/csv': components['schemas']['RecordSetsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['RecordSetsResponse'];
			};
		};
		ImportResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ImportResponse'];
				'text/csv': components['schemas']['ImportResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ImportResponse'];
			};
		};
		RelationsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['RelationsResponse'];
				'text/csv': components['schemas']['RelationsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['RelationsResponse'];
			};
		};
		KioskKeysResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['KioskKeysResponse'];
				'text/csv': components['schemas']['KioskKeysResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['KioskKeysResponse'];
			};
		};
		KioskKeyMadeResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['KioskKeyMadeResponse'];
				'text/csv': components['schemas']['KioskKeyMadeResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['KioskKeyMadeResponse'];
			};
		};
		CustomersResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['CustomersResponse'];
				'text/csv': components['schemas']['CustomersResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['CustomersResponse'];
			};
		};
		SelfCheckinResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SelfCheckinResponse'];
				'text/csv': components['schemas']['SelfCheckinResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SelfCheckinResponse'];
			};
		};
		WorkplacesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['WorkplacesResponse'];
				'text/csv': components['schemas']['WorkplacesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['WorkplacesResponse'];
			};
		};
		AppointmentsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['AppointmentsResponse'];
				'text/csv': components['schemas']['AppointmentsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['AppointmentsResponse'];
			};
		};
		AppointmentsResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['AppointmentsResponse'];
				'text/csv': components['schemas']['AppointmentsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['AppointmentsResponse'];
			};
		};
		CalendarMadeResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['CalendarMadeResponse'];
				'text/csv': components['schemas']['CalendarMadeResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['CalendarMadeResponse'];
			};
		};
		CalendarResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['CalendarResponse'];
				'text/csv': components['schemas']['CalendarResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['CalendarResponse'];
			};
		};
		HistoryResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['HistoryResponse'];
				'text/csv': components['schemas']['HistoryResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['HistoryResponse'];
			};
		};
		SlotDistrictsResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SlotDistrictsResponse'];
				'text/csv': components['schemas']['SlotDistrictsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SlotDistrictsResponse'];
			};
		};
		ContactStatusesResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ContactStatusesResponse'];
				'text/csv': components['schemas']['ContactStatusesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ContactStatusesResponse'];
			};
		};
		ContactCategoriesResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ContactCategoriesResponse'];
				'text/csv': components['schemas']['ContactCategoriesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ContactCategoriesResponse'];
			};
		};
		SourceTypesResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SourceTypesResponse'];
				'text/csv': components['schemas']['SourceTypesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SourceTypesResponse'];
			};
		};
		JobsResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['JobsResponse'];
				'text/csv': components['schemas']['JobsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['JobsResponse'];
			};
		};
		StatesResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['StatesResponse'];
				'text/csv': components['schemas']['StatesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['StatesResponse'];
			};
		};
		CountiesResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['CountiesResponse'];
				'text/csv': components['schemas']['CountiesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['CountiesResponse'];
			};
		};
		DistrictsResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['DistrictsResponse'];
				'text/csv': components['schemas']['DistrictsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['DistrictsResponse'];
			};
		};
		SchoolsResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SchoolsResponse'];
				'text/csv': components['schemas']['SchoolsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SchoolsResponse'];
			};
		};
		WebhooksResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['WebhooksResponse'];
				'text/csv': components['schemas']['WebhooksResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['WebhooksResponse'];
			};
		};
		DuplicatesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['DuplicatesResponse'];
				'text/csv': components['schemas']['DuplicatesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['DuplicatesResponse'];
			};
		};
		DifferencesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['DifferencesResponse'];
				'text/csv': components['schemas']['DifferencesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['DifferencesResponse'];
			};
		};
		MergesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['MergesResponse'];
				'text/csv': components['schemas']['MergesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['MergesResponse'];
			};
		};
		MergeResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['MergeResponse'];
				'text/csv': components['schemas']['MergeResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['MergeResponse'];
			};
		};
		FilesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['FilesResponse'];
				'text/csv': components['schemas']['FilesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['FilesResponse'];
			};
		};
		VisitDocumentsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['VisitDocumentsResponse'];
				'text/csv': components['schemas']['VisitDocumentsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['VisitDocumentsResponse'];
			};
		};
		LineImagesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['LineImagesResponse'];
				'text/csv': components['schemas']['LineImagesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['LineImagesResponse'];
			};
		};
		MessagesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['MessagesResponse'];
				'text/csv': components['schemas']['MessagesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['MessagesResponse'];
			};
		};
		TemplatesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['TemplatesResponse'];
				'text/csv': components['schemas']['TemplatesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['TemplatesResponse'];
			};
		};
		PreviewResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['PreviewResponse'];
				'text/csv': components['schemas']['PreviewResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['PreviewResponse'];
			};
		};
		WebhooksResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['WebhooksResponse'];
				'text/csv': components['schemas']['WebhooksResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['WebhooksResponse'];
			};
		};
		WebhookMadeResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['WebhookMadeResponse'];
				'text/csv': components['schemas']['WebhookMadeResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['WebhookMadeResponse'];
			};
		};
		DeliveriesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['DeliveriesResponse'];
				'text/csv': components['schemas']['DeliveriesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['DeliveriesResponse'];
			};
		};
		SlotDistrictsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SlotDistrictsResponse'];
				'text/csv': components['schemas']['SlotDistrictsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SlotDistrictsResponse'];
			};
		};
		RecordTypesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['RecordTypesResponse'];
				'text/csv': components['schemas']['RecordTypesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['RecordTypesResponse'];
			};
		};
		RecordTypesResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['RecordTypesResponse'];
				'text/csv': components['schemas']['RecordTypesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['RecordTypesResponse'];
			};
		};
		ContactStatusesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ContactStatusesResponse'];
				'text/csv': components['schemas']['ContactStatusesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ContactStatusesResponse'];
			};
		};
		ContactCategoriesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ContactCategoriesResponse'];
				'text/csv': components['schemas']['ContactCategoriesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ContactCategoriesResponse'];
			};
		};
		SourceTypesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SourceTypesResponse'];
				'text/csv': components['schemas']['SourceTypesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SourceTypesResponse'];
			};
		};
		JobsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['JobsResponse'];
				'text/csv': components['schemas']['JobsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['JobsResponse'];
			};
		};
		StatesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['StatesResponse'];
				'text/csv': components['schemas']['StatesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['StatesResponse'];
			};
		};
		CountiesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['CountiesResponse'];
				'text/csv': components['schemas']['CountiesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['CountiesResponse'];
			};
		};
		DistrictsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['DistrictsResponse'];
				'text/csv': components['schemas']['DistrictsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['DistrictsResponse'];
			};
		};
		SchoolsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SchoolsResponse'];
				'text/csv': components['schemas']['SchoolsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SchoolsResponse'];
			};
		};
		ImportsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ImportsResponse'];
				'text/csv': components['schemas']['ImportsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ImportsResponse'];
			};
		};
		ImportSetsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ImportSetsResponse'];
				'text/csv': components['schemas']['ImportSetsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ImportSetsResponse'];
			};
		};
		ImportLinesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ImportLinesResponse'];
				'text/csv': components['schemas']['ImportLinesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ImportLinesResponse'];
			};
		};
		ImportRowsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ImportRowsResponse'];
				'text/csv': components['schemas']['ImportRowsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ImportRowsResponse'];
			};
		};
		UndoResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['UndoResponse'];
				'text/csv': components['schemas']['UndoResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['UndoResponse'];
			};
		};
		PersonResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['PersonResponse'];
				'text/csv': components['schemas']['PersonResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['PersonResponse'];
			};
		};
		EraseResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['EraseResponse'];
				'text/csv': components['schemas']['EraseResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['EraseResponse'];
			};
		};
		ContactReportResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ContactReportResponse'];
				'text/csv': components['schemas']['ContactReportResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ContactReportResponse'];
			};
		};
		ActivityReportResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['ActivityReportResponse'];
				'text/csv': components['schemas']['ActivityReportResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['ActivityReportResponse'];
			};
		};
		LedgerResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['LedgerResponse'];
				'text/csv': components['schemas']['LedgerResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['LedgerResponse'];
			};
		};
		FreeTimesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['FreeTimesResponse'];
				'text/csv': components['schemas']['FreeTimesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['FreeTimesResponse'];
			};
		};
		BookingsResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['BookingsResponse'];
				'text/csv': components['schemas']['BookingsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['BookingsResponse'];
			};
		};
		BookingsResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['BookingsResponse'];
				'text/csv': components['schemas']['BookingsResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['BookingsResponse'];
			};
		};
		BookingReportResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['BookingReportResponse'];
				'text/csv': components['schemas']['BookingReportResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['BookingReportResponse'];
			};
		};
		BookingRulesResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['BookingRulesResponse'];
				'text/csv': components['schemas']['BookingRulesResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['BookingRulesResponse'];
			};
		};
		SpecialDaysResponse: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SpecialDaysResponse'];
				'text/csv': components['schemas']['SpecialDaysResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SpecialDaysResponse'];
			};
		};
		SpecialDaysResponseTagged: {
			headers: {
				'X-Request-Id': components['headers']['RequestId'];
				ETag: components['headers']['ETag'];
				'Content-Disposition': components['headers']['Content-Disposition'];
				[name: string]: unknown;
			};
			content: {
				'application/json': components['schemas']['SpecialDaysResponse'];
				'text/csv': components['schemas']['SpecialDaysResponse'];
				'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SpecialDaysResponse'];
			};
		};
		/** @description The webhook is switched off. */
		SwitchedOff: {
			headers: {
				[name: string]: unknown;
			};
			content?: never;
		};
		/** @description The event is delivered. */
		Delivered: {
			headers: {
				[name: string]: unknown;
			};
			content?: never;
		};
		/** @description The event is delivered again later. A redirect is not followed. */
		NotDelivered: {
			headers: {
				[name: string]: unknown;
			};
			content?: never;
		};
	};
	parameters: {
		skip: number;
		take: number;
		orderBy: string;
		orderByDesc: string;
		fields: string;
		include: 'total';
		filters: {
			[key: string]: string | number | boolean;
		};
		format: 'json' | 'csv' | 'xlsx';
		'If-None-Match': string;
		'If-Match': string;
		'Idempotency-Key': string;
		SessionId: string;
		id: string;
		CommandType: 'Contacted' | 'NotContacted' | 'New' | 'All';
		StartDate: string;
		EndDate: string;
		ParamStartDate: string;
		ParamEndDate: string;
		AgentID: number;
		CustomerCheckInId: string;
		RO: boolean;
		LineId: string;
		RoleId: number;
		ContactId: number;
		TeamMemberID: number;
		EventTypeId: number;
		RecordType: string;
		ActivityId: number;
		LocationId: string;
		From: string;
		To: string;
		StationId: string;
		UserId: string;
		KeyId: string;
		SurveyId: number;
		SurveyGuid: string;
		RewardId: number;
		ProjectID: number;
		Set: string;
		AppointmentId: number;
		AuditId: number;
		SlotDistrictID: number;
		ContactStatusId: number;
		ContactCategory: number;
		SourceTypeId: number;
		JobID: number;
		StateID: number;
		CountyID: number;
		DistrictID: number;
		SchoolID: number;
		WebhookId: number;
		AttachmentId: string;
		DocumentId: number;
		ImageId: string;
		MessageId: number;
		Kind:
			| 'VisitCheckedIn'
			| 'VisitNext'
			| 'VisitCalled'
			| 'SurveyInvitation'
			| 'AppointmentMade'
			| 'AppointmentTomorrow'
			| 'AppointmentMoved'
			| 'AppointmentCancelled'
			| 'BookingToConfirm'
			| 'SlotDecided'
			| 'PasswordLink'
			| 'NewDevice'
			| 'WebhookOff';
		DeliveryId: number;
		ImportId: string;
		SpecialDayId: number;
		'webhook-id-header': string;
		'webhook-timestamp-header': string;
		'webhook-signature-header': string;
	};
	requestBodies: never;
	headers: {
		/** @description Id of the request: the X-Request-Id that you sent, or a new one. The log has the same id. */
		RequestId: string;
		/** @description Seconds to wait. */
		'Retry-After': number;
		/** @description How to sign in. */
		'WWW-Authenticate': string;
		/** @description Identifies the state of the response, for `If-None-Match` and `If-Match`. */
		ETag: string;
		/** @description CSV and workbooks only: an attachment named after the operation. */
		'Content-Disposition': string;
	};
	pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
	login: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['SignInRequest'];
				'application/x-www-form-urlencoded': components['schemas']['SignInRequest'];
			};
		};
		responses: {
			200: components['responses']['SignInResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	refresh: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['RefreshRequest'];
				'application/x-www-form-urlencoded': components['schemas']['RefreshRequest'];
			};
		};
		responses: {
			200: components['responses']['SignInResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	logout: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['DoneResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	changePassword: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['PasswordRequest'];
				'application/x-www-form-urlencoded': components['schemas']['PasswordRequest'];
			};
		};
		responses: {
			200: components['responses']['PasswordResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	readMe: {
		parameters: {
			query?: {
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['MeResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	forgetPassword: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['ForgotRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ForgotRequest'];
			};
		};
		responses: {
			200: components['responses']['DoneResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	resetPassword: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['ResetRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ResetRequest'];
			};
		};
		responses: {
			200: components['responses']['DoneResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	enrol: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['MfaEnrolRequest'];
				'application/x-www-form-urlencoded': components['schemas']['MfaEnrolRequest'];
			};
		};
		responses: {
			200: components['responses']['MfaEnrolResponse'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	confirmMfa: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['MfaConfirmRequest'];
				'application/x-www-form-urlencoded': components['schemas']['MfaConfirmRequest'];
			};
		};
		responses: {
			200: components['responses']['MfaConfirmResponse'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	listSessions: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['SessionsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	endOtherSessions: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['DoneResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	endSession: {
		parameters: {
			query?: never;
			header?: never;
			path: {
				SessionId: components['parameters']['SessionId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['SessionRequest'];
				'application/x-www-form-urlencoded': components['schemas']['SessionRequest'];
			};
		};
		responses: {
			200: components['responses']['DoneResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	readOpenId: {
		parameters: {
			query?: {
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['OpenIdResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	startOpenId: {
		parameters: {
			query: {
				/** @description `/docs` or `/data` of this service, or a URL exactly as in OIDC_RETURN_URLS. */
				ReturnUrl: string;
				/** @description SHA-256 of the code verifier, a secret of the client, in base64url without padding. */
				CodeChallenge: string;
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: {
				headers: {
					'X-Request-Id': components['headers']['RequestId'];
					'Content-Disposition': components['headers']['Content-Disposition'];
					/** @description The encrypted state of the sign-in, which the browser sends back when it returns. */
					'Set-Cookie'?: string;
					/** @description The URL of the provider, for browsers, with status 302. */
					Location?: string;
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['OpenIdStartResponse'];
					'text/csv': components['schemas']['OpenIdStartResponse'];
					'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['OpenIdStartResponse'];
				};
			};
			/** @description Redirects a browser. */
			302: {
				headers: {
					'X-Request-Id': components['headers']['RequestId'];
					/** @description The URL of the provider, for browsers, with status 302. */
					Location?: string;
					[name: string]: unknown;
				};
				content?: never;
			};
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	exchangeOpenIdCode: {
		parameters: {
			query?: never;
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['OpenIdTokenRequest'];
				'application/x-www-form-urlencoded': components['schemas']['OpenIdTokenRequest'];
			};
		};
		responses: {
			200: components['responses']['SignInResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	transferSmartsheetLines: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['SmartsheetsTransferRequest'];
				'application/x-www-form-urlencoded': components['schemas']['SmartsheetsTransferRequest'];
			};
		};
		responses: {
			200: components['responses']['SmartsheetsTransferResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	listGanttTasks: {
		parameters: {
			query?: {
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['WebixGanttTaskList'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addGanttTask: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['WebixGanttTaskInput'];
				'application/x-www-form-urlencoded': components['schemas']['WebixGanttTaskInput'];
			};
		};
		responses: {
			200: components['responses']['WebixGanttTaskTagged'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	changeGanttTask: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				id: components['parameters']['id'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['WebixGanttTaskInput'];
				'application/x-www-form-urlencoded': components['schemas']['WebixGanttTaskInput'];
			};
		};
		responses: {
			200: components['responses']['WebixGanttTaskTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	removeGanttTask: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				id: components['parameters']['id'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['WebixGanttTaskInput'];
				'application/x-www-form-urlencoded': components['schemas']['WebixGanttTaskInput'];
			};
		};
		responses: {
			200: components['responses']['WebixGanttTaskTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	moveGanttTask: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description id of the record. */
				id: string;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['WebixGanttMove'];
				'application/x-www-form-urlencoded': components['schemas']['WebixGanttMove'];
			};
		};
		responses: {
			200: components['responses']['WebixGanttTaskTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listGanttLinks: {
		parameters: {
			query?: {
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['WebixGanttLinkList'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addGanttLink: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['WebixGanttLinkInput'];
				'application/x-www-form-urlencoded': components['schemas']['WebixGanttLinkInput'];
			};
		};
		responses: {
			200: components['responses']['WebixGanttLinkTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	changeGanttLink: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the link. In a new link: a temporary id of the client. */
				id: string;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['WebixGanttLinkInput'];
				'application/x-www-form-urlencoded': components['schemas']['WebixGanttLinkInput'];
			};
		};
		responses: {
			200: components['responses']['WebixGanttLinkTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	removeGanttLink: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the link. In a new link: a temporary id of the client. */
				id: string;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['WebixGanttLinkInput'];
				'application/x-www-form-urlencoded': components['schemas']['WebixGanttLinkInput'];
			};
		};
		responses: {
			200: components['responses']['WebixGanttLinkTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listCheckins: {
		parameters: {
			query?: {
				/** @description Only records with this Id. */
				Id?: string;
				/** @description The current line of the visit. It is one of LineIds. */
				LineId?: string;
				/** @description ContactGUID of the contact. */
				CustomerId?: string;
				/** @description UserId of the user who serves the customer: an active agent, or a user who works at the location. */
				EmployeeId?: string;
				/** @description Only records with this LocationId. */
				LocationId?: string;
				/** @description Only records with this Status. */
				Status?: 0 | 1 | 2 | 3 | 4 | 5;
				/** @description true if Status is 3. */
				Completed?: boolean;
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['CustomerCheckinsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	saveCheckin: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['CustomerCheckins'];
				'application/x-www-form-urlencoded': components['schemas']['CustomerCheckins'];
			};
		};
		responses: {
			200: components['responses']['CustomerCheckinsResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	cancelCheckin: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['CustomerCheckins'];
				'application/x-www-form-urlencoded': components['schemas']['CustomerCheckins'];
			};
		};
		responses: {
			200: components['responses']['CustomerCheckinsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readCheckin: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				/** @description Id of the record. */
				Id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['CustomerCheckinsResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	updateCheckin: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: string;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['CustomerCheckins'];
				'application/x-www-form-urlencoded': components['schemas']['CustomerCheckins'];
			};
		};
		responses: {
			200: components['responses']['CustomerCheckinsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	cancelCheckinById: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: string;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['CustomerCheckins'];
				'application/x-www-form-urlencoded': components['schemas']['CustomerCheckins'];
			};
		};
		responses: {
			200: components['responses']['CustomerCheckinsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	trackActivity: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ActivityTrackerRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ActivityTrackerRequest'];
			};
		};
		responses: {
			200: components['responses']['ActivityTrackerResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	listContactsByActivity: {
		parameters: {
			query?: {
				/** @description Start of the range. For Log, start of the activity, by default now. */
				StartDate?: string;
				/** @description End of the range, or of the activity. A date without a time includes the whole day. */
				EndDate?: string;
				/** @description For Log, the type of the activity. For other commands, only activities of this type count. */
				EventTypeId?: number;
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				CommandType: components['parameters']['CommandType'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ActivityTrackerResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	listContactsByActivityInRange: {
		parameters: {
			query?: {
				/** @description For Log, the type of the activity. For other commands, only activities of this type count. */
				EventTypeId?: number;
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				CommandType: components['parameters']['CommandType'];
				StartDate: components['parameters']['StartDate'];
				EndDate: components['parameters']['EndDate'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ActivityTrackerResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	summarizeSecurities: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				ParamStartDate: components['parameters']['ParamStartDate'];
				ParamEndDate: components['parameters']['ParamEndDate'];
				AgentID: components['parameters']['AgentID'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: {
				headers: {
					'X-Request-Id': components['headers']['RequestId'];
					'Content-Disposition': components['headers']['Content-Disposition'];
					/** @description The AgentIds in the order of the rows, as in ResponseStatus.Meta, for CSV. Left out if it is longer than 2000 characters, because proxies would reject it. In that case request fewer rows with skip and take, or request JSON. */
					'X-Agent-Ids'?: string;
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['SecuritiesSummaryResponse'];
					'text/csv': components['schemas']['SecuritiesSummaryResponse'];
					'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SecuritiesSummaryResponse'];
				};
			};
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	summarizeOwnSecurities: {
		parameters: {
			query?: {
				/** @description Default: your agent. For an Administrator without an agent: all agents with a ledger. */
				AgentID?: number;
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				ParamStartDate: components['parameters']['ParamStartDate'];
				ParamEndDate: components['parameters']['ParamEndDate'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: {
				headers: {
					'X-Request-Id': components['headers']['RequestId'];
					'Content-Disposition': components['headers']['Content-Disposition'];
					/** @description The AgentIds in the order of the rows, as in ResponseStatus.Meta, for CSV. Left out if it is longer than 2000 characters, because proxies would reject it. In that case request fewer rows with skip and take, or request JSON. */
					'X-Agent-Ids'?: string;
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['SecuritiesSummaryResponse'];
					'text/csv': components['schemas']['SecuritiesSummaryResponse'];
					'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': components['schemas']['SecuritiesSummaryResponse'];
				};
			};
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	readQuestionnaire: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				CustomerCheckInId: components['parameters']['CustomerCheckInId'];
				RO: components['parameters']['RO'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['LineQuestionsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	updateQuestionnaire: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				CustomerCheckInId: components['parameters']['CustomerCheckInId'];
				RO: components['parameters']['RO'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LineQuestionsRequest'];
				'application/x-www-form-urlencoded': components['schemas']['LineQuestionsRequest'];
			};
		};
		responses: {
			200: components['responses']['LineQuestionsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	answerQuestionnaire: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				CustomerCheckInId: components['parameters']['CustomerCheckInId'];
				RO: components['parameters']['RO'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LineQuestionsRequest'];
				'application/x-www-form-urlencoded': components['schemas']['LineQuestionsRequest'];
			};
		};
		responses: {
			200: components['responses']['LineQuestionsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	clearQuestionnaire: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				CustomerCheckInId: components['parameters']['CustomerCheckInId'];
				RO: components['parameters']['RO'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LineQuestionsRequest'];
				'application/x-www-form-urlencoded': components['schemas']['LineQuestionsRequest'];
			};
		};
		responses: {
			200: components['responses']['LineQuestionsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	listLineQuestions: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['LineQuestionsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	updateLineQuestions: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LineQuestionsRequest'];
				'application/x-www-form-urlencoded': components['schemas']['LineQuestionsRequest'];
			};
		};
		responses: {
			200: components['responses']['LineQuestionsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	createLineQuestions: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LineQuestionsRequest'];
				'application/x-www-form-urlencoded': components['schemas']['LineQuestionsRequest'];
			};
		};
		responses: {
			200: components['responses']['LineQuestionsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	removeLineQuestions: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LineQuestionsRequest'];
				'application/x-www-form-urlencoded': components['schemas']['LineQuestionsRequest'];
			};
		};
		responses: {
			200: components['responses']['LineQuestionsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	readLineQuestion: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				/** @description Id of the record. */
				Id: number;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['LineQuestionsResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	updateLineQuestion: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LineQuestionsRequest'];
				'application/x-www-form-urlencoded': components['schemas']['LineQuestionsRequest'];
			};
		};
		responses: {
			200: components['responses']['LineQuestionsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	changeLineQuestion: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LineQuestionsRequest'];
				'application/x-www-form-urlencoded': components['schemas']['LineQuestionsRequest'];
			};
		};
		responses: {
			200: components['responses']['LineQuestionsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	removeLineQuestion: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LineQuestionsRequest'];
				'application/x-www-form-urlencoded': components['schemas']['LineQuestionsRequest'];
			};
		};
		responses: {
			200: components['responses']['LineQuestionsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listQuestionsOfLine: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				LineId: components['parameters']['LineId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['LineQuestionsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	updateQuestionsOfLine: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				LineId: components['parameters']['LineId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LineQuestionsRequest'];
				'application/x-www-form-urlencoded': components['schemas']['LineQuestionsRequest'];
			};
		};
		responses: {
			200: components['responses']['LineQuestionsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	createQuestionsOfLine: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				LineId: components['parameters']['LineId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LineQuestionsRequest'];
				'application/x-www-form-urlencoded': components['schemas']['LineQuestionsRequest'];
			};
		};
		responses: {
			200: components['responses']['LineQuestionsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	removeQuestionsOfLine: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				LineId: components['parameters']['LineId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LineQuestionsRequest'];
				'application/x-www-form-urlencoded': components['schemas']['LineQuestionsRequest'];
			};
		};
		responses: {
			200: components['responses']['LineQuestionsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	readRole: {
		parameters: {
			query?: {
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				RoleId: components['parameters']['RoleId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['RoleTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeRole: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description RoleId of the record. */
				RoleId: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['OwnRole'];
				'application/x-www-form-urlencoded': components['schemas']['OwnRole'];
			};
		};
		responses: {
			200: components['responses']['RolesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	removeRole: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description RoleId of the record. */
				RoleId: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['OwnRole'];
				'application/x-www-form-urlencoded': components['schemas']['OwnRole'];
			};
		};
		responses: {
			200: components['responses']['RolesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listSurveyAnswers: {
		parameters: {
			query?: {
				/** @description Lists only the answers to this survey. */
				SurveyId?: number;
				/** @description Answered at this time or later. */
				From?: string;
				/** @description Answered at this time or earlier; a date without a time means the whole day. */
				To?: string;
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['SurveyAdminResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	answerSurvey: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['SurveyAnswerRequest'];
				'application/x-www-form-urlencoded': components['schemas']['SurveyAnswerRequest'];
			};
		};
		responses: {
			200: components['responses']['SurveyAnswerResponse'];
			/** @description The request is not valid; Errors names every bad field. */
			400: {
				headers: {
					'X-Request-Id': components['headers']['RequestId'];
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['Failure'] & {
						/** @constant */
						Success: false;
					};
				};
			};
			/** @description The record does not exist. */
			404: {
				headers: {
					'X-Request-Id': components['headers']['RequestId'];
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['Failure'] & {
						/** @constant */
						Success: false;
					};
				};
			};
			/** @description The state of the data does not allow it. */
			409: {
				headers: {
					'X-Request-Id': components['headers']['RequestId'];
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['Failure'] & {
						/** @constant */
						Success: false;
					};
				};
			};
			/** @description The record has expired. */
			410: {
				headers: {
					'X-Request-Id': components['headers']['RequestId'];
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['Failure'] & {
						/** @constant */
						Success: false;
					};
				};
			};
			/** @description Any of the failures that every operation can return. */
			default: {
				headers: {
					'X-Request-Id': components['headers']['RequestId'];
					'Retry-After': components['headers']['Retry-After'];
					'WWW-Authenticate': components['headers']['WWW-Authenticate'];
					[name: string]: unknown;
				};
				content: {
					'application/json': components['schemas']['Failure'] & {
						/** @constant */
						Success: false;
					};
				};
			};
		};
	};
	listContactDocuments: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				ContactId: components['parameters']['ContactId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['DropboxResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	listAgentDocuments: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description AgentId of the record. */
				AgentId: number;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['DropboxResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	listMySlotDistrictRequests: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['SlotDistrictMyRequestsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	listProjectTeamMembers: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ProjectTeamMembersResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	changeProjectTeamMembers: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ProjectTeamMembersRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ProjectTeamMembersRequest'];
			};
		};
		responses: {
			200: components['responses']['ProjectTeamMembersResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	addProjectTeamMembers: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ProjectTeamMembersRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ProjectTeamMembersRequest'];
			};
		};
		responses: {
			200: components['responses']['ProjectTeamMembersResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	removeProjectTeamMembers: {
		parameters: {
			query?: {
				/** @description TeamMemberIDs of the members to remove, instead of a body. */
				TeamMemberIDs?: number[];
			};
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ProjectTeamMembersRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ProjectTeamMembersRequest'];
			};
		};
		responses: {
			200: components['responses']['ProjectTeamMembersResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	readProjectTeamMember: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				TeamMemberID: components['parameters']['TeamMemberID'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ProjectTeamMembersResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeProjectTeamMember: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				TeamMemberID: components['parameters']['TeamMemberID'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ProjectTeamMembersRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ProjectTeamMembersRequest'];
			};
		};
		responses: {
			200: components['responses']['ProjectTeamMembersResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	postProjectTeamMember: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				TeamMemberID: components['parameters']['TeamMemberID'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ProjectTeamMembersRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ProjectTeamMembersRequest'];
			};
		};
		responses: {
			200: components['responses']['ProjectTeamMembersResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	removeProjectTeamMember: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				TeamMemberID: components['parameters']['TeamMemberID'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ProjectTeamMembersRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ProjectTeamMembersRequest'];
			};
		};
		responses: {
			200: components['responses']['ProjectTeamMembersResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listAgentDropdown: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['AgentDropdownResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	listEventTypes: {
		parameters: {
			query?: {
				/** @description true (default): active event types; false: inactive ones. */
				IsActive?: boolean;
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['EventTypeResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addEventType: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['EventTypeInput'];
				'application/x-www-form-urlencoded': components['schemas']['EventTypeInput'];
			};
		};
		responses: {
			200: components['responses']['EventTypeResponseTagged'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	readEventType: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				EventTypeId: components['parameters']['EventTypeId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['EventTypeResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeEventType: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				EventTypeId: components['parameters']['EventTypeId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['EventTypeInput'];
				'application/x-www-form-urlencoded': components['schemas']['EventTypeInput'];
			};
		};
		responses: {
			200: components['responses']['EventTypeResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listPolicyDocumentDefaults: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				RecordType: components['parameters']['RecordType'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['PolicyDocumentDefaultsResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	listContactTransfers: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ContactTransfersResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	transferContacts: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ContactTransferRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ContactTransferRequest'];
			};
		};
		responses: {
			200: components['responses']['ContactsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	listContacts: {
		parameters: {
			query?: {
				/** @description Finds contacts for which each word begins a word of Name, FirstName, LastName, BusinessName or an e-mail address, or is three or more consecutive digits of Phone or PhoneAlt. Letter case and accents are ignored. */
				Search?: string;
				/** @description true lists only deleted contacts. Callers who are not Administrators get none. */
				Deleted?: boolean;
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ContactsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	changeContacts: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ContactListRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ContactListRequest'];
			};
		};
		responses: {
			200: components['responses']['ContactsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	addContact: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ContactInput'];
				'application/x-www-form-urlencoded': components['schemas']['ContactInput'];
			};
		};
		responses: {
			200: components['responses']['ContactsResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readContact: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				ContactId: components['parameters']['ContactId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ContactsResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeContact: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ContactId: components['parameters']['ContactId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ContactInput'];
				'application/x-www-form-urlencoded': components['schemas']['ContactInput'];
			};
		};
		responses: {
			200: components['responses']['ContactsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	removeContact: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ContactId: components['parameters']['ContactId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ContactRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ContactRequest'];
			};
		};
		responses: {
			200: components['responses']['ContactsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	lockContact: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ContactId: components['parameters']['ContactId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ContactRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ContactRequest'];
			};
		};
		responses: {
			200: components['responses']['ContactsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	unlockContact: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ContactId: components['parameters']['ContactId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ContactRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ContactRequest'];
			};
		};
		responses: {
			200: components['responses']['ContactsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	shareContact: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ContactId: components['parameters']['ContactId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ContactSharesRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ContactSharesRequest'];
			};
		};
		responses: {
			200: components['responses']['ContactsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	restoreContact: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ContactId: components['parameters']['ContactId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ContactRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ContactRequest'];
			};
		};
		responses: {
			200: components['responses']['ContactsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listContactActivities: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				ContactId: components['parameters']['ContactId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ActivitiesResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	logActivity: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ContactId: components['parameters']['ContactId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ActivityInput'];
				'application/x-www-form-urlencoded': components['schemas']['ActivityInput'];
			};
		};
		responses: {
			200: components['responses']['ActivitiesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listActivities: {
		parameters: {
			query?: {
				/** @description Activities with a StartDate at this time or later. */
				From?: string;
				/** @description Activities with a StartDate at this time or earlier; a date without a time means the whole day. */
				To?: string;
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ActivitiesResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	changeActivity: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ActivityId: components['parameters']['ActivityId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ActivityInput'];
				'application/x-www-form-urlencoded': components['schemas']['ActivityInput'];
			};
		};
		responses: {
			200: components['responses']['ActivitiesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	removeActivity: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ActivityId: components['parameters']['ActivityId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ActivityInput'];
				'application/x-www-form-urlencoded': components['schemas']['ActivityInput'];
			};
		};
		responses: {
			200: components['responses']['ActivitiesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listQueue: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				LocationId: components['parameters']['LocationId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['QueueResponseLive'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	listVisits: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				LocationId: components['parameters']['LocationId'];
				From: components['parameters']['From'];
				To: components['parameters']['To'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['VisitsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	callNext: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['CallNextRequest'];
				'application/x-www-form-urlencoded': components['schemas']['CallNextRequest'];
			};
		};
		responses: {
			200: components['responses']['CallNextResponse'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	reportVisits: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description First business day: the date as you send it. A time of day and an offset are ignored. */
				From: string;
				/** @description Last business day, at most 365 days after From: the date as you send it. A time of day and an offset are ignored. */
				To: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['VisitReportResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	readVisitQuestionnaire: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description Id of the record. */
				Id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['LineQuestionsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	answerVisit: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: string;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['VisitQuestionnaireRequest'];
				'application/x-www-form-urlencoded': components['schemas']['VisitQuestionnaireRequest'];
			};
		};
		responses: {
			200: components['responses']['LineQuestionsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listLocations: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['LocationsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addLocation: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LocationInput'];
				'application/x-www-form-urlencoded': components['schemas']['LocationInput'];
			};
		};
		responses: {
			200: components['responses']['LocationsResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readLocation: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				LocationId: components['parameters']['LocationId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['LocationsResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeLocation: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				LocationId: components['parameters']['LocationId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LocationInput'];
				'application/x-www-form-urlencoded': components['schemas']['LocationInput'];
			};
		};
		responses: {
			200: components['responses']['LocationsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	removeLocation: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				LocationId: components['parameters']['LocationId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LocationInput'];
				'application/x-www-form-urlencoded': components['schemas']['LocationInput'];
			};
		};
		responses: {
			200: components['responses']['LocationsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listLines: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['LinesResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addLine: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LineInput'];
				'application/x-www-form-urlencoded': components['schemas']['LineInput'];
			};
		};
		responses: {
			200: components['responses']['LinesResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readLine: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				/** @description Id of the record. */
				Id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['LinesResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeLine: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: string;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LineInput'];
				'application/x-www-form-urlencoded': components['schemas']['LineInput'];
			};
		};
		responses: {
			200: components['responses']['LinesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	removeLine: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: string;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LineInput'];
				'application/x-www-form-urlencoded': components['schemas']['LineInput'];
			};
		};
		responses: {
			200: components['responses']['LinesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listStations: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['StationsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addStation: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['StationInput'];
				'application/x-www-form-urlencoded': components['schemas']['StationInput'];
			};
		};
		responses: {
			200: components['responses']['StationsResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readStation: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				StationId: components['parameters']['StationId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['StationsResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeStation: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				StationId: components['parameters']['StationId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['StationInput'];
				'application/x-www-form-urlencoded': components['schemas']['StationInput'];
			};
		};
		responses: {
			200: components['responses']['StationsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	removeStation: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				StationId: components['parameters']['StationId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['StationInput'];
				'application/x-www-form-urlencoded': components['schemas']['StationInput'];
			};
		};
		responses: {
			200: components['responses']['StationsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listAgents: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['AgentsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addAgent: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['AgentProfileInput'];
				'application/x-www-form-urlencoded': components['schemas']['AgentProfileInput'];
			};
		};
		responses: {
			200: components['responses']['AgentsResponseTagged'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	readAgent: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				/** @description AgentId of the record. */
				AgentId: number;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['AgentsResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeAgent: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description AgentId of the record. */
				AgentId: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['WrittenAgent'];
				'application/x-www-form-urlencoded': components['schemas']['WrittenAgent'];
			};
		};
		responses: {
			200: components['responses']['AgentsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listDownline: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description AgentId of the record. */
				AgentId: number;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['DownlineResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	listLeftBehind: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description AgentId of the record. */
				AgentId: number;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['LeftBehindResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	handOverAgent: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description The agent that hands over its records. */
				AgentId: number;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['HandOverRequest'];
				'application/x-www-form-urlencoded': components['schemas']['HandOverRequest'];
			};
		};
		responses: {
			200: components['responses']['HandOverResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	summarizeBranch: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				ParamStartDate: components['parameters']['ParamStartDate'];
				ParamEndDate: components['parameters']['ParamEndDate'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['BranchSummaryResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	listUsers: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['UsersResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addUser: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['WrittenUser'];
				'application/x-www-form-urlencoded': components['schemas']['WrittenUser'];
			};
		};
		responses: {
			200: components['responses']['PasswordMadeResponse'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readUser: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				UserId: components['parameters']['UserId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['UsersResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeUser: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				UserId: components['parameters']['UserId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['WrittenUser'];
				'application/x-www-form-urlencoded': components['schemas']['WrittenUser'];
			};
		};
		responses: {
			200: components['responses']['UsersResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	makePassword: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				UserId: components['parameters']['UserId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['UserCredentialRequest'];
				'application/x-www-form-urlencoded': components['schemas']['UserCredentialRequest'];
			};
		};
		responses: {
			200: components['responses']['PasswordMadeResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	resetMfa: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				UserId: components['parameters']['UserId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['UserCredentialRequest'];
				'application/x-www-form-urlencoded': components['schemas']['UserCredentialRequest'];
			};
		};
		responses: {
			200: components['responses']['UsersResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	unlockUser: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				UserId: components['parameters']['UserId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['UserCredentialRequest'];
				'application/x-www-form-urlencoded': components['schemas']['UserCredentialRequest'];
			};
		};
		responses: {
			200: components['responses']['UsersResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listUserSessions: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				UserId: components['parameters']['UserId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['SessionsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	endUserSessions: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				UserId: components['parameters']['UserId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['EndSessionsRequest'];
				'application/x-www-form-urlencoded': components['schemas']['EndSessionsRequest'];
			};
		};
		responses: {
			200: components['responses']['SessionsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readUserSession: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				UserId: components['parameters']['UserId'];
				/** @description SessionId of the record. */
				SessionId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['SessionsResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	endUserSession: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				UserId: components['parameters']['UserId'];
				/** @description SessionId of the record. */
				SessionId: string;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['EndSessionsRequest'];
				'application/x-www-form-urlencoded': components['schemas']['EndSessionsRequest'];
			};
		};
		responses: {
			200: components['responses']['SessionsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listUserKeys: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				UserId: components['parameters']['UserId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['KeysResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	addUserKey: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				UserId: components['parameters']['UserId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['NewKey'];
				'application/x-www-form-urlencoded': components['schemas']['NewKey'];
			};
		};
		responses: {
			200: components['responses']['KeyMadeResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	revokeUserKey: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				UserId: components['parameters']['UserId'];
				KeyId: components['parameters']['KeyId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['RevokeKeyRequest'];
				'application/x-www-form-urlencoded': components['schemas']['RevokeKeyRequest'];
			};
		};
		responses: {
			200: components['responses']['KeysResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listAudit: {
		parameters: {
			query?: {
				/** @description Finds the calls that changed a record of this kind. */
				Record?: string;
				/** @description Finds the calls that changed the record with this key. */
				RecordId?: string;
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['AuditResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	unlinkUser: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				UserId: components['parameters']['UserId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['UserCredentialRequest'];
				'application/x-www-form-urlencoded': components['schemas']['UserCredentialRequest'];
			};
		};
		responses: {
			200: components['responses']['UsersResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listRoles: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['RolesResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addRole: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['OwnRole'];
				'application/x-www-form-urlencoded': components['schemas']['OwnRole'];
			};
		};
		responses: {
			200: components['responses']['RolesResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	listRoleOperations: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['OperationsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	listSmartsheetLines: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['SmartsheetLinesResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	listSmartsheetTransfers: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['SmartsheetTransfersResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	listSurveys: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['SurveysResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addSurvey: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['SurveyWithQuestionsInput'];
				'application/x-www-form-urlencoded': components['schemas']['SurveyWithQuestionsInput'];
			};
		};
		responses: {
			200: components['responses']['SurveysResponseTagged'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	readSurvey: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				SurveyId: components['parameters']['SurveyId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['SurveysResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeSurvey: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				SurveyId: components['parameters']['SurveyId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['SurveyWithQuestionsInput'];
				'application/x-www-form-urlencoded': components['schemas']['SurveyWithQuestionsInput'];
			};
		};
		responses: {
			200: components['responses']['SurveysResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listInvitations: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['InvitationsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	inviteContacts: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['InvitationsRequest'];
				'application/x-www-form-urlencoded': components['schemas']['InvitationsRequest'];
			};
		};
		responses: {
			200: components['responses']['InvitationsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	remindContacts: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['RemindersRequest'];
				'application/x-www-form-urlencoded': components['schemas']['RemindersRequest'];
			};
		};
		responses: {
			200: components['responses']['InvitationsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readInvitation: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				SurveyGuid: components['parameters']['SurveyGuid'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['SurveysResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			410: components['responses']['Gone'];
			default: components['responses']['Failure'];
		};
	};
	listRewards: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['RewardsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	changeReward: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				RewardId: components['parameters']['RewardId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['RewardDecision'];
				'application/x-www-form-urlencoded': components['schemas']['RewardDecision'];
			};
		};
		responses: {
			200: components['responses']['RewardsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readResults: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				SurveyId: components['parameters']['SurveyId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ResultsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	listAnsweredQuestions: {
		parameters: {
			query?: {
				/** @description Answered at this time or later. */
				From?: string;
				/** @description Answered at this time or earlier; a date without a time means the whole day. */
				To?: string;
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				SurveyId: components['parameters']['SurveyId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['AnswersResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	listProjects: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ProjectsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addProject: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ProjectInput'];
				'application/x-www-form-urlencoded': components['schemas']['ProjectInput'];
			};
		};
		responses: {
			200: components['responses']['ProjectsResponseTagged'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	readProject: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				ProjectID: components['parameters']['ProjectID'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ProjectsResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeProject: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ProjectID: components['parameters']['ProjectID'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ProjectInput'];
				'application/x-www-form-urlencoded': components['schemas']['ProjectInput'];
			};
		};
		responses: {
			200: components['responses']['ProjectsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	removeProject: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ProjectID: components['parameters']['ProjectID'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ProjectInput'];
				'application/x-www-form-urlencoded': components['schemas']['ProjectInput'];
			};
		};
		responses: {
			200: components['responses']['ProjectsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listJobTypes: {
		parameters: {
			query?: {
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['JobTypeList'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	listSlotDistrictApprovals: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['SlotDistrictApprovalsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addSlotDistrictApproval: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['SlotDistrictApproval'];
				'application/x-www-form-urlencoded': components['schemas']['SlotDistrictApproval'];
			};
		};
		responses: {
			200: components['responses']['SlotDistrictApprovalsResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	decideSlotDistrictApproval: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description SlotDistrictApprovalID of the request. */
				Id: number;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['SlotDistrictDecision'];
				'application/x-www-form-urlencoded': components['schemas']['SlotDistrictDecision'];
			};
		};
		responses: {
			200: components['responses']['SlotDistrictApprovalsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listPolicyDocuments: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['PolicyDocumentsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addPolicyDocument: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['CataloguedPolicyDocumentInput'];
				'application/x-www-form-urlencoded': components['schemas']['CataloguedPolicyDocumentInput'];
			};
		};
		responses: {
			200: components['responses']['PolicyDocumentsResponseTagged'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	readPolicyDocument: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				/** @description Id of the record. */
				Id: number;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['PolicyDocumentsResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changePolicyDocument: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['CataloguedPolicyDocumentInput'];
				'application/x-www-form-urlencoded': components['schemas']['CataloguedPolicyDocumentInput'];
			};
		};
		responses: {
			200: components['responses']['PolicyDocumentsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	removePolicyDocument: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['CataloguedPolicyDocumentInput'];
				'application/x-www-form-urlencoded': components['schemas']['CataloguedPolicyDocumentInput'];
			};
		};
		responses: {
			200: components['responses']['PolicyDocumentsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listRecordSets: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['RecordSetsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	exportRecordSet: {
		parameters: {
			query?: {
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				Set: components['parameters']['Set'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: {
				headers: {
					'X-Request-Id': components['headers']['RequestId'];
					'Content-Disposition': components['headers']['Content-Disposition'];
					[name: string]: unknown;
				};
				content: {
					'text/csv': string;
					'application/x-ndjson': string;
				};
			};
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			406: components['responses']['NotAcceptable'];
			default: components['responses']['Failure'];
		};
	};
	importRecordSet: {
		parameters: {
			query?: {
				/** @description Checks the whole file and writes nothing. */
				dryRun?: boolean;
				/** @description `upsert` by default; `insert` refuses existing keys, `update` refuses unknown ones. */
				mode?: 'upsert' | 'insert' | 'update';
			};
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				Set: components['parameters']['Set'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'text/csv': string;
				'application/x-ndjson': string;
				'application/vnd.ms-excel': string;
				'multipart/form-data': {
					file: string;
				};
			};
		};
		responses: {
			200: components['responses']['ImportResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	removeRelations: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Set of the record. */
				Set: string;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['RelationsRequest'];
				'application/x-www-form-urlencoded': components['schemas']['RelationsRequest'];
			};
		};
		responses: {
			200: components['responses']['RelationsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	listKioskKeys: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				LocationId: components['parameters']['LocationId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['KioskKeysResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	addKioskKey: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				LocationId: components['parameters']['LocationId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['NewKioskKey'];
				'application/x-www-form-urlencoded': components['schemas']['NewKioskKey'];
			};
		};
		responses: {
			200: components['responses']['KioskKeyMadeResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	revokeKioskKey: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				LocationId: components['parameters']['LocationId'];
				/** @description KeyId of the record. */
				KeyId: string;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['RevokeKioskKeyRequest'];
				'application/x-www-form-urlencoded': components['schemas']['RevokeKioskKeyRequest'];
			};
		};
		responses: {
			200: components['responses']['KioskKeysResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listCustomers: {
		parameters: {
			query: {
				/** @description The location at which the customer checks in. */
				LocationId: string;
				/** @description At least three letters or digits, like Search of `GET /v1/Contacts`, or a whole name of two letters or of one Chinese, Japanese or Korean character. Full names count with and without a space, in both orders. For a user who works at the location, a telephone number counts by its last three or four digits or as a whole, and an e-mail address as a whole. */
				Search: string;
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['CustomersResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	selfCheckIn: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['SelfCheckin'];
				'application/x-www-form-urlencoded': components['schemas']['SelfCheckin'];
			};
		};
		responses: {
			200: components['responses']['SelfCheckinResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	listUserLocations: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description UserId of the record. */
				UserId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['WorkplacesResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	setUserLocations: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description UserId of the record. */
				UserId: string;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['UserWorkplacesRequest'];
				'application/x-www-form-urlencoded': components['schemas']['UserWorkplacesRequest'];
			};
		};
		responses: {
			200: components['responses']['WorkplacesResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listAgentLocations: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description AgentId of the record. */
				AgentId: number;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['WorkplacesResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	setAgentLocations: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description AgentId of the record. */
				AgentId: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['AgentWorkplacesRequest'];
				'application/x-www-form-urlencoded': components['schemas']['AgentWorkplacesRequest'];
			};
		};
		responses: {
			200: components['responses']['WorkplacesResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listAppointments: {
		parameters: {
			query?: {
				/** @description Lists the appointments with this contact alone. */
				ContactId?: number;
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description A date alone is the start of that day in TIME_ZONE. */
				From: string;
				/** @description At most 366 days after From, or any day with ContactId. A date alone includes that day. */
				To: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['AppointmentsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	readAppointment: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				AppointmentId: components['parameters']['AppointmentId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['AppointmentsResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeAppointment: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				AppointmentId: components['parameters']['AppointmentId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['AppointmentInput'];
				'application/x-www-form-urlencoded': components['schemas']['AppointmentInput'];
			};
		};
		responses: {
			200: components['responses']['AppointmentsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	removeAppointment: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				AppointmentId: components['parameters']['AppointmentId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['AppointmentInput'];
				'application/x-www-form-urlencoded': components['schemas']['AppointmentInput'];
			};
		};
		responses: {
			200: components['responses']['AppointmentsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	addAppointment: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['AppointmentInput'];
				'application/x-www-form-urlencoded': components['schemas']['AppointmentInput'];
			};
		};
		responses: {
			200: components['responses']['AppointmentsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	makeCalendar: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['CalendarRequest'];
				'application/x-www-form-urlencoded': components['schemas']['CalendarRequest'];
			};
		};
		responses: {
			200: components['responses']['CalendarMadeResponse'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	endCalendar: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['CalendarRequest'];
				'application/x-www-form-urlencoded': components['schemas']['CalendarRequest'];
			};
		};
		responses: {
			200: components['responses']['CalendarResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertAgent: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description AgentId of the record. */
				AgentId: number;
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['AgentRevert'];
				'application/x-www-form-urlencoded': components['schemas']['AgentRevert'];
			};
		};
		responses: {
			200: components['responses']['AgentsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readAgentHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description AgentId of the record. */
				AgentId: number;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	readUserSessionHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				UserId: components['parameters']['UserId'];
				/** @description SessionId of the record. */
				SessionId: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertUser: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				UserId: components['parameters']['UserId'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['UserRevert'];
				'application/x-www-form-urlencoded': components['schemas']['UserRevert'];
			};
		};
		responses: {
			200: components['responses']['UsersResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readUserHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				UserId: components['parameters']['UserId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertContact: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ContactId: components['parameters']['ContactId'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ContactRevert'];
				'application/x-www-form-urlencoded': components['schemas']['ContactRevert'];
			};
		};
		responses: {
			200: components['responses']['ContactsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readContactHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				ContactId: components['parameters']['ContactId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertEventType: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				EventTypeId: components['parameters']['EventTypeId'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['EventTypeRevert'];
				'application/x-www-form-urlencoded': components['schemas']['EventTypeRevert'];
			};
		};
		responses: {
			200: components['responses']['EventTypeResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readEventTypeHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				EventTypeId: components['parameters']['EventTypeId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertRole: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description RoleId of the record. */
				RoleId: number;
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['RoleRevert'];
				'application/x-www-form-urlencoded': components['schemas']['RoleRevert'];
			};
		};
		responses: {
			200: components['responses']['RolesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readRoleHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				RoleId: components['parameters']['RoleId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertCheckin: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: string;
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['CheckinRevert'];
				'application/x-www-form-urlencoded': components['schemas']['CheckinRevert'];
			};
		};
		responses: {
			200: components['responses']['CustomerCheckinsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readCheckinHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description Id of the record. */
				Id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertAppointment: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				AppointmentId: components['parameters']['AppointmentId'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['AppointmentRevert'];
				'application/x-www-form-urlencoded': components['schemas']['AppointmentRevert'];
			};
		};
		responses: {
			200: components['responses']['AppointmentsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readAppointmentHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				AppointmentId: components['parameters']['AppointmentId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertLineQuestion: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: number;
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LineQuestionRevert'];
				'application/x-www-form-urlencoded': components['schemas']['LineQuestionRevert'];
			};
		};
		responses: {
			200: components['responses']['LineQuestionsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readLineQuestionHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description Id of the record. */
				Id: number;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertLine: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: string;
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LineRevert'];
				'application/x-www-form-urlencoded': components['schemas']['LineRevert'];
			};
		};
		responses: {
			200: components['responses']['LinesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readLineHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description Id of the record. */
				Id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertLocation: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				LocationId: components['parameters']['LocationId'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LocationRevert'];
				'application/x-www-form-urlencoded': components['schemas']['LocationRevert'];
			};
		};
		responses: {
			200: components['responses']['LocationsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readLocationHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				LocationId: components['parameters']['LocationId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertStation: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				StationId: components['parameters']['StationId'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['StationRevert'];
				'application/x-www-form-urlencoded': components['schemas']['StationRevert'];
			};
		};
		responses: {
			200: components['responses']['StationsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readStationHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				StationId: components['parameters']['StationId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertSurvey: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				SurveyId: components['parameters']['SurveyId'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['SurveyRevert'];
				'application/x-www-form-urlencoded': components['schemas']['SurveyRevert'];
			};
		};
		responses: {
			200: components['responses']['SurveysResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readSurveyHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				SurveyId: components['parameters']['SurveyId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertSlotDistrict: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				SlotDistrictID: components['parameters']['SlotDistrictID'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['SlotDistrictRevert'];
				'application/x-www-form-urlencoded': components['schemas']['SlotDistrictRevert'];
			};
		};
		responses: {
			200: components['responses']['SlotDistrictsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readSlotDistrictHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				SlotDistrictID: components['parameters']['SlotDistrictID'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertProject: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ProjectID: components['parameters']['ProjectID'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ProjectRevert'];
				'application/x-www-form-urlencoded': components['schemas']['ProjectRevert'];
			};
		};
		responses: {
			200: components['responses']['ProjectsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readProjectHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				ProjectID: components['parameters']['ProjectID'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertProjectTeamMember: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				TeamMemberID: components['parameters']['TeamMemberID'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ProjectTeamMemberRevert'];
				'application/x-www-form-urlencoded': components['schemas']['ProjectTeamMemberRevert'];
			};
		};
		responses: {
			200: components['responses']['ProjectTeamMembersResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readProjectTeamMemberHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				TeamMemberID: components['parameters']['TeamMemberID'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertPolicyDocument: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: number;
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['PolicyDocumentRevert'];
				'application/x-www-form-urlencoded': components['schemas']['PolicyDocumentRevert'];
			};
		};
		responses: {
			200: components['responses']['PolicyDocumentsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readPolicyDocumentHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description Id of the record. */
				Id: number;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	readRecordTypeHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				RecordType: components['parameters']['RecordType'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertContactStatus: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ContactStatusId: components['parameters']['ContactStatusId'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ContactStatusRevert'];
				'application/x-www-form-urlencoded': components['schemas']['ContactStatusRevert'];
			};
		};
		responses: {
			200: components['responses']['ContactStatusesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readContactStatusHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				ContactStatusId: components['parameters']['ContactStatusId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertContactCategory: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ContactCategory: components['parameters']['ContactCategory'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ContactCategoryRevert'];
				'application/x-www-form-urlencoded': components['schemas']['ContactCategoryRevert'];
			};
		};
		responses: {
			200: components['responses']['ContactCategoriesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readContactCategoryHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				ContactCategory: components['parameters']['ContactCategory'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertSourceType: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				SourceTypeId: components['parameters']['SourceTypeId'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['SourceTypeRevert'];
				'application/x-www-form-urlencoded': components['schemas']['SourceTypeRevert'];
			};
		};
		responses: {
			200: components['responses']['SourceTypesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readSourceTypeHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				SourceTypeId: components['parameters']['SourceTypeId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertJob: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				JobID: components['parameters']['JobID'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['JobRevert'];
				'application/x-www-form-urlencoded': components['schemas']['JobRevert'];
			};
		};
		responses: {
			200: components['responses']['JobsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readJobHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				JobID: components['parameters']['JobID'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertState: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				StateID: components['parameters']['StateID'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['StateRevert'];
				'application/x-www-form-urlencoded': components['schemas']['StateRevert'];
			};
		};
		responses: {
			200: components['responses']['StatesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readStateHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				StateID: components['parameters']['StateID'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertCounty: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				CountyID: components['parameters']['CountyID'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['CountyRevert'];
				'application/x-www-form-urlencoded': components['schemas']['CountyRevert'];
			};
		};
		responses: {
			200: components['responses']['CountiesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readCountyHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				CountyID: components['parameters']['CountyID'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertDistrict: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				DistrictID: components['parameters']['DistrictID'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['DistrictRevert'];
				'application/x-www-form-urlencoded': components['schemas']['DistrictRevert'];
			};
		};
		responses: {
			200: components['responses']['DistrictsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readDistrictHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				DistrictID: components['parameters']['DistrictID'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertSchool: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				SchoolID: components['parameters']['SchoolID'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['SchoolRevert'];
				'application/x-www-form-urlencoded': components['schemas']['SchoolRevert'];
			};
		};
		responses: {
			200: components['responses']['SchoolsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readSchoolHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				SchoolID: components['parameters']['SchoolID'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	revertWebhook: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				WebhookId: components['parameters']['WebhookId'];
				AuditId: components['parameters']['AuditId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['WebhookRevert'];
				'application/x-www-form-urlencoded': components['schemas']['WebhookRevert'];
			};
		};
		responses: {
			200: components['responses']['WebhooksResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	readWebhookHistory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				WebhookId: components['parameters']['WebhookId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['HistoryResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	listDuplicates: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['DuplicatesResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	listDifferentContacts: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['DifferencesResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	markDifferentContacts: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['DifferentRequest'];
				'application/x-www-form-urlencoded': components['schemas']['DifferentRequest'];
			};
		};
		responses: {
			200: components['responses']['DifferencesResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	unmarkDifferentContacts: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['DifferentRequest'];
				'application/x-www-form-urlencoded': components['schemas']['DifferentRequest'];
			};
		};
		responses: {
			200: components['responses']['DifferencesResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	listMerges: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['MergesResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	mergeManyContacts: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['MergesRequest'];
				'application/x-www-form-urlencoded': components['schemas']['MergesRequest'];
			};
		};
		responses: {
			200: components['responses']['MergeResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	mergeContacts: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description ContactId of the record. */
				ContactId: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['MergeRequest'];
				'application/x-www-form-urlencoded': components['schemas']['MergeRequest'];
			};
		};
		responses: {
			200: components['responses']['MergeResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	unmergeContacts: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description ContactId of the record. */
				ContactId: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['UnmergeRequest'];
				'application/x-www-form-urlencoded': components['schemas']['UnmergeRequest'];
			};
		};
		responses: {
			200: components['responses']['MergeResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			410: components['responses']['Gone'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	setContactImage: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ContactId: components['parameters']['ContactId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ContactImageRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ContactImageRequest'];
			};
		};
		responses: {
			200: components['responses']['ContactsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	removeContactImage: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ContactId: components['parameters']['ContactId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ContactRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ContactRequest'];
			};
		};
		responses: {
			200: components['responses']['ContactsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	uploadFile: {
		parameters: {
			query?: {
				/** @description Name of the file. Default: the name in the form. */
				FileName?: string;
			};
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/octet-stream': Blob;
				'multipart/form-data': {
					/** Format: binary */
					file: Blob;
				};
			};
		};
		responses: {
			200: components['responses']['FilesResponse'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	downloadFile: {
		parameters: {
			query?: never;
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				AttachmentId: components['parameters']['AttachmentId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The file, or with `Range` a part of it (206). */
			200: {
				headers: {
					'X-Request-Id': components['headers']['RequestId'];
					ETag: components['headers']['ETag'];
					'Content-Disposition': components['headers']['Content-Disposition'];
					[name: string]: unknown;
				};
				content: {
					'application/octet-stream': Blob;
				};
			};
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			416: components['responses']['RangeNotSatisfiable'];
			default: components['responses']['Failure'];
		};
	};
	listVisitDocuments: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description Id of the record. */
				Id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['VisitDocumentsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	addVisitDocument: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: string;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['NewVisitDocument'];
				'application/x-www-form-urlencoded': components['schemas']['NewVisitDocument'];
			};
		};
		responses: {
			200: components['responses']['VisitDocumentsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	removeVisitDocument: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: string;
				DocumentId: components['parameters']['DocumentId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['RemovedVisitDocument'];
				'application/x-www-form-urlencoded': components['schemas']['RemovedVisitDocument'];
			};
		};
		responses: {
			200: components['responses']['VisitDocumentsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	addLineImage: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: string;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['LineImageRequest'];
				'application/x-www-form-urlencoded': components['schemas']['LineImageRequest'];
			};
		};
		responses: {
			200: components['responses']['LineImagesResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	removeLineImage: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: string;
				ImageId: components['parameters']['ImageId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['RemovedImageRequest'];
				'application/x-www-form-urlencoded': components['schemas']['RemovedImageRequest'];
			};
		};
		responses: {
			200: components['responses']['LineImagesResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	addDocument: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['Dropbox'];
				'application/x-www-form-urlencoded': components['schemas']['Dropbox'];
			};
		};
		responses: {
			200: components['responses']['DropboxResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	removeDocument: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['DocumentRequest'];
				'application/x-www-form-urlencoded': components['schemas']['DocumentRequest'];
			};
		};
		responses: {
			200: components['responses']['DropboxResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	shareDocument: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['DocumentSharesRequest'];
				'application/x-www-form-urlencoded': components['schemas']['DocumentSharesRequest'];
			};
		};
		responses: {
			200: components['responses']['DropboxResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	listMessages: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['MessagesResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	resendMessage: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				MessageId: components['parameters']['MessageId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['ResendRequest'];
				'application/x-www-form-urlencoded': components['schemas']['ResendRequest'];
			};
		};
		responses: {
			200: components['responses']['MessagesResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	cancelMessage: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description MessageId of the record. */
				MessageId: number;
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['CancelRequest'];
				'application/x-www-form-urlencoded': components['schemas']['CancelRequest'];
			};
		};
		responses: {
			200: components['responses']['MessagesResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readMessageTemplate: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				Kind: components['parameters']['Kind'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['TemplatesResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	changeMessageTemplate: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				Kind: components['parameters']['Kind'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['MessageTemplate'];
				'application/x-www-form-urlencoded': components['schemas']['MessageTemplate'];
			};
		};
		responses: {
			200: components['responses']['TemplatesResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	previewMessageTemplate: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				Kind: components['parameters']['Kind'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['PreviewRequest'];
				'application/x-www-form-urlencoded': components['schemas']['PreviewRequest'];
			};
		};
		responses: {
			200: components['responses']['PreviewResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	listWebhooks: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['WebhooksResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addWebhook: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['WebhookRequest'];
				'application/x-www-form-urlencoded': components['schemas']['WebhookRequest'];
			};
		};
		responses: {
			200: components['responses']['WebhookMadeResponse'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readWebhook: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				WebhookId: components['parameters']['WebhookId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['WebhooksResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeWebhook: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				WebhookId: components['parameters']['WebhookId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['WebhookRequest'];
				'application/x-www-form-urlencoded': components['schemas']['WebhookRequest'];
			};
		};
		responses: {
			200: components['responses']['WebhooksResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	removeWebhook: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				WebhookId: components['parameters']['WebhookId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['WebhookRequest'];
				'application/x-www-form-urlencoded': components['schemas']['WebhookRequest'];
			};
		};
		responses: {
			200: components['responses']['WebhooksResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	renewWebhookSecret: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				WebhookId: components['parameters']['WebhookId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['DeliveryRequest'];
				'application/x-www-form-urlencoded': components['schemas']['DeliveryRequest'];
			};
		};
		responses: {
			200: components['responses']['WebhookMadeResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listDeliveries: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				WebhookId: components['parameters']['WebhookId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['DeliveriesResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	redeliver: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				WebhookId: components['parameters']['WebhookId'];
				DeliveryId: components['parameters']['DeliveryId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['DeliveryRequest'];
				'application/x-www-form-urlencoded': components['schemas']['DeliveryRequest'];
			};
		};
		responses: {
			200: components['responses']['DeliveriesResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	testWebhook: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				WebhookId: components['parameters']['WebhookId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['DeliveryRequest'];
				'application/x-www-form-urlencoded': components['schemas']['DeliveryRequest'];
			};
		};
		responses: {
			200: components['responses']['DeliveriesResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listSlotDistricts: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['SlotDistrictsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addSlotDistrict: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['SlotDistrictInput'];
				'application/x-www-form-urlencoded': components['schemas']['SlotDistrictInput'];
			};
		};
		responses: {
			200: components['responses']['SlotDistrictsResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readSlotDistrict: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				SlotDistrictID: components['parameters']['SlotDistrictID'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['SlotDistrictsResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeSlotDistrict: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				SlotDistrictID: components['parameters']['SlotDistrictID'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['SlotDistrictInput'];
				'application/x-www-form-urlencoded': components['schemas']['SlotDistrictInput'];
			};
		};
		responses: {
			200: components['responses']['SlotDistrictsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listRecordTypes: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['RecordTypesResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addRecordType: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['RecordTypeInput'];
				'application/x-www-form-urlencoded': components['schemas']['RecordTypeInput'];
			};
		};
		responses: {
			200: components['responses']['RecordTypesResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readRecordType: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				RecordType: components['parameters']['RecordType'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['RecordTypesResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeRecordType: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				RecordType: components['parameters']['RecordType'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['RecordTypeChange'];
				'application/x-www-form-urlencoded': components['schemas']['RecordTypeChange'];
			};
		};
		responses: {
			200: components['responses']['RecordTypesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listContactStatuses: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ContactStatusesResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addContactStatus: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ContactStatusInput'];
				'application/x-www-form-urlencoded': components['schemas']['ContactStatusInput'];
			};
		};
		responses: {
			200: components['responses']['ContactStatusesResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readContactStatus: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				/** @description ContactStatusId of the record. */
				ContactStatusId: number;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ContactStatusesResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeContactStatus: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description ContactStatusId of the record. */
				ContactStatusId: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ContactStatusInput'];
				'application/x-www-form-urlencoded': components['schemas']['ContactStatusInput'];
			};
		};
		responses: {
			200: components['responses']['ContactStatusesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listContactCategories: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ContactCategoriesResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addContactCategory: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ContactCategoryInput'];
				'application/x-www-form-urlencoded': components['schemas']['ContactCategoryInput'];
			};
		};
		responses: {
			200: components['responses']['ContactCategoriesResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readContactCategory: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				/** @description ContactCategory of the record. */
				ContactCategory: number;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ContactCategoriesResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeContactCategory: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description ContactCategory of the record. */
				ContactCategory: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['ContactCategoryInput'];
				'application/x-www-form-urlencoded': components['schemas']['ContactCategoryInput'];
			};
		};
		responses: {
			200: components['responses']['ContactCategoriesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listSourceTypes: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['SourceTypesResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addSourceType: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['SourceTypeInput'];
				'application/x-www-form-urlencoded': components['schemas']['SourceTypeInput'];
			};
		};
		responses: {
			200: components['responses']['SourceTypesResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readSourceType: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				/** @description SourceTypeId of the record. */
				SourceTypeId: number;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['SourceTypesResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeSourceType: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description SourceTypeId of the record. */
				SourceTypeId: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['SourceTypeInput'];
				'application/x-www-form-urlencoded': components['schemas']['SourceTypeInput'];
			};
		};
		responses: {
			200: components['responses']['SourceTypesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listJobs: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['JobsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addJob: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['JobInput'];
				'application/x-www-form-urlencoded': components['schemas']['JobInput'];
			};
		};
		responses: {
			200: components['responses']['JobsResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readJob: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				/** @description JobID of the record. */
				JobID: number;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['JobsResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeJob: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description JobID of the record. */
				JobID: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['JobInput'];
				'application/x-www-form-urlencoded': components['schemas']['JobInput'];
			};
		};
		responses: {
			200: components['responses']['JobsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listStates: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['StatesResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addState: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['StateInput'];
				'application/x-www-form-urlencoded': components['schemas']['StateInput'];
			};
		};
		responses: {
			200: components['responses']['StatesResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readState: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				StateID: components['parameters']['StateID'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['StatesResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeState: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				StateID: components['parameters']['StateID'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['StateInput'];
				'application/x-www-form-urlencoded': components['schemas']['StateInput'];
			};
		};
		responses: {
			200: components['responses']['StatesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listCounties: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['CountiesResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addCounty: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['CountyInput'];
				'application/x-www-form-urlencoded': components['schemas']['CountyInput'];
			};
		};
		responses: {
			200: components['responses']['CountiesResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readCounty: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				CountyID: components['parameters']['CountyID'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['CountiesResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeCounty: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				CountyID: components['parameters']['CountyID'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['CountyInput'];
				'application/x-www-form-urlencoded': components['schemas']['CountyInput'];
			};
		};
		responses: {
			200: components['responses']['CountiesResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listDistricts: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['DistrictsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addDistrict: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['DistrictInput'];
				'application/x-www-form-urlencoded': components['schemas']['DistrictInput'];
			};
		};
		responses: {
			200: components['responses']['DistrictsResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readDistrict: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				DistrictID: components['parameters']['DistrictID'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['DistrictsResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeDistrict: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				DistrictID: components['parameters']['DistrictID'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['DistrictInput'];
				'application/x-www-form-urlencoded': components['schemas']['DistrictInput'];
			};
		};
		responses: {
			200: components['responses']['DistrictsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listSchools: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['SchoolsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addSchool: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['SchoolInput'];
				'application/x-www-form-urlencoded': components['schemas']['SchoolInput'];
			};
		};
		responses: {
			200: components['responses']['SchoolsResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readSchool: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				SchoolID: components['parameters']['SchoolID'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['SchoolsResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeSchool: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				SchoolID: components['parameters']['SchoolID'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['SchoolInput'];
				'application/x-www-form-urlencoded': components['schemas']['SchoolInput'];
			};
		};
		responses: {
			200: components['responses']['SchoolsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listImports: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ImportsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	uploadImport: {
		parameters: {
			query?: {
				/** @description The record set; contacts by default. Agents: contacts or activities. */
				Into?: string;
				/** @description Name of the file, if it is the body itself. */
				FileName?: string;
				/** @description JSON object with fields by the titles of columns: {"E-mail": "EmailWork"}. */
				Map?: string;
				/** @description Order of day and month in dates such as 3/4/2026. Unset: as the dates of the file prove; if they do not, each such date is an error that asks for it. */
				Dates?: 'iso' | 'mdy' | 'dmy';
				/** @description Encoding of a CSV file: one of these, or another one that browsers know. Unset: as the Content-Type of the file names it, or else as its bytes show. */
				Encoding?:
					| 'utf-8'
					| 'utf-16le'
					| 'utf-16be'
					| 'windows-1250'
					| 'windows-1251'
					| 'windows-1252'
					| 'windows-1253'
					| 'windows-1254'
					| 'macintosh';
				/** @description Decimal sign. Unset: as the numbers of the file prove. */
				Decimal?: '.' | ',';
				/** @description What an empty cell does: `keep` (default) changes nothing, `clear` makes the field unset. */
				Blank?: 'keep' | 'clear';
				/** @description How contacts without ContactId are found: `key` (default) adds them; `email` and `phone` find the contact with the same e-mail address or telephone number. */
				Match?: 'key' | 'email' | 'phone';
				/** @description What becomes of the zeros that a spreadsheet removed at the beginning of ZIP codes and telephone numbers: `ask` (default) makes their lines doubtful, `restore` puts the zeros back. */
				Zeros?: 'ask' | 'restore';
			};
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/octet-stream': Blob;
				'multipart/form-data': {
					/** Format: binary */
					file: Blob;
				};
			};
		};
		responses: {
			200: components['responses']['ImportsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	listImportSets: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ImportSetsResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	readImport: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				ImportId: components['parameters']['ImportId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ImportsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeImport: {
		parameters: {
			query?: never;
			header?: never;
			path: {
				ImportId: components['parameters']['ImportId'];
			};
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['OptionsRequest'];
				'application/x-www-form-urlencoded': components['schemas']['OptionsRequest'];
			};
		};
		responses: {
			200: components['responses']['ImportsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			410: components['responses']['Gone'];
			default: components['responses']['Failure'];
		};
	};
	listImportLines: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				ImportId: components['parameters']['ImportId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ImportLinesResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	listImportRows: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				ImportId: components['parameters']['ImportId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ImportRowsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	runImport: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ImportId: components['parameters']['ImportId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['RunRequest'];
				'application/x-www-form-urlencoded': components['schemas']['RunRequest'];
			};
		};
		responses: {
			200: components['responses']['ImportsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			410: components['responses']['Gone'];
			default: components['responses']['Failure'];
		};
	};
	undoImport: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description ImportId of the record. */
				ImportId: string;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['UndoRequest'];
				'application/x-www-form-urlencoded': components['schemas']['UndoRequest'];
			};
		};
		responses: {
			200: components['responses']['UndoResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			410: components['responses']['Gone'];
			default: components['responses']['Failure'];
		};
	};
	listPerson: {
		parameters: {
			query?: {
				/** @description Sends all digits of the social security number. The audit records this. */
				WithSsn?: boolean;
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				ContactId: components['parameters']['ContactId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['PersonResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	downloadPerson: {
		parameters: {
			query?: {
				/** @description Sends all digits of the social security number. The audit records this. */
				WithSsn?: boolean;
			};
			header?: never;
			path: {
				ContactId: components['parameters']['ContactId'];
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			/** @description The file, or with `Range` a part of it (206). */
			200: {
				headers: {
					'X-Request-Id': components['headers']['RequestId'];
					'Content-Disposition': components['headers']['Content-Disposition'];
					[name: string]: unknown;
				};
				content: {
					'application/octet-stream': Blob;
				};
			};
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	erasePerson: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				ContactId: components['parameters']['ContactId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['EraseRequest'];
				'application/x-www-form-urlencoded': components['schemas']['EraseRequest'];
			};
		};
		responses: {
			200: components['responses']['EraseResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	reportContacts: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ContactReportResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	reportActivities: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description First business day: the date as you send it. A time of day and an offset are ignored. */
				From: string;
				/** @description Last business day, at most 365 days after From: the date as you send it. A time of day and an offset are ignored. */
				To: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['ActivityReportResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	listLedgerLines: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description First day. The service uses this date and ignores a UTC offset. */
				From: string;
				/** @description Last day, at most ten years after the first day. */
				To: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['LedgerResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	arriveForBooking: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description AppointmentId of the record. */
				AppointmentId: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['Arrival'];
				'application/x-www-form-urlencoded': components['schemas']['Arrival'];
			};
		};
		responses: {
			200: components['responses']['CustomerCheckinsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	takeBackArrival: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description AppointmentId of the record. */
				AppointmentId: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['Arrival'];
				'application/x-www-form-urlencoded': components['schemas']['Arrival'];
			};
		};
		responses: {
			200: components['responses']['CustomerCheckinsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listFreeTimes: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description LineId of the record. */
				LineId: string;
				/** @description First business day. */
				From: string;
				/** @description Last business day, at most 30 days after From. */
				To: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['FreeTimesResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	listBookings: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				LocationId: components['parameters']['LocationId'];
				/** @description First business day. */
				From: string;
				/** @description Last business day, at most 30 days after From. */
				To: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['BookingsResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	addBooking: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody: {
			content: {
				'application/json': components['schemas']['NewBookingRequest'];
				'application/x-www-form-urlencoded': components['schemas']['NewBookingRequest'];
			};
		};
		responses: {
			200: components['responses']['BookingsResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	readBooking: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: {
				'If-None-Match'?: components['parameters']['If-None-Match'];
			};
			path: {
				/** @description AppointmentId of the record. */
				AppointmentId: number;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['BookingsResponseTagged'];
			304: components['responses']['NotModified'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeBooking: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description AppointmentId of the record. */
				AppointmentId: number;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['BookingChangeRequest'];
				'application/x-www-form-urlencoded': components['schemas']['BookingChangeRequest'];
			};
		};
		responses: {
			200: components['responses']['BookingsResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	reportBookings: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description First business day: the date as you send it. A time of day and an offset are ignored. */
				From: string;
				/** @description Last business day, at most 365 days after From: the date as you send it. A time of day and an offset are ignored. */
				To: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['BookingReportResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	readBookingRule: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path: {
				/** @description Id of the record. */
				Id: string;
			};
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['BookingRulesResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			default: components['responses']['Failure'];
		};
	};
	changeBookingRule: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				/** @description Id of the record. */
				Id: string;
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['BookingRuleRequest'];
				'application/x-www-form-urlencoded': components['schemas']['BookingRuleRequest'];
			};
		};
		responses: {
			200: components['responses']['BookingRulesResponse'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	listSpecialDays: {
		parameters: {
			query?: {
				skip?: components['parameters']['skip'];
				take?: components['parameters']['take'];
				orderBy?: components['parameters']['orderBy'];
				orderByDesc?: components['parameters']['orderByDesc'];
				fields?: components['parameters']['fields'];
				include?: components['parameters']['include'];
				filters?: components['parameters']['filters'];
				format?: components['parameters']['format'];
			};
			header?: never;
			path?: never;
			cookie?: never;
		};
		requestBody?: never;
		responses: {
			200: components['responses']['SpecialDaysResponse'];
			400: components['responses']['BadRequest'];
			default: components['responses']['Failure'];
		};
	};
	addSpecialDay: {
		parameters: {
			query?: never;
			header?: {
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path?: never;
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['SpecialDayRequest'];
				'application/x-www-form-urlencoded': components['schemas']['SpecialDayRequest'];
			};
		};
		responses: {
			200: components['responses']['SpecialDaysResponseTagged'];
			400: components['responses']['BadRequest'];
			409: components['responses']['Conflict'];
			default: components['responses']['Failure'];
		};
	};
	changeSpecialDay: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				SpecialDayId: components['parameters']['SpecialDayId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['SpecialDayRequest'];
				'application/x-www-form-urlencoded': components['schemas']['SpecialDayRequest'];
			};
		};
		responses: {
			200: components['responses']['SpecialDaysResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			409: components['responses']['Conflict'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
	removeSpecialDay: {
		parameters: {
			query?: never;
			header?: {
				'If-Match'?: components['parameters']['If-Match'];
				'Idempotency-Key'?: components['parameters']['Idempotency-Key'];
			};
			path: {
				SpecialDayId: components['parameters']['SpecialDayId'];
			};
			cookie?: never;
		};
		requestBody?: {
			content: {
				'application/json': components['schemas']['SpecialDayInput'];
				'application/x-www-form-urlencoded': components['schemas']['SpecialDayInput'];
			};
		};
		responses: {
			200: components['responses']['SpecialDaysResponseTagged'];
			400: components['responses']['BadRequest'];
			404: components['responses']['NotFound'];
			412: components['responses']['PreconditionFailed'];
			default: components['responses']['Failure'];
		};
	};
}
